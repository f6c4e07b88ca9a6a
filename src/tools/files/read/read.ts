import {
  type FileLocation,
  type LineWindow,
  type LineWindowRequest,
  type ToolContext,
  ToolError,
} from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { guidanceOfNewFolder, missingPath, readingKeys, reportingInOrder } from "../../paths/index.js";
import { checkedLineRange } from "../line-range.js";
import { listDirectory } from "../listing/index.js";
import { type FileSignature, fileSignature, SIGNATURE_BYTES } from "./file-signature.js";
import { DEFAULT_READ_LIMITS, type ReadLimits } from "./read-limits.js";
import { readMedia } from "./read-media.js";
import type { ReadDirectory, ReadOutput, ReadText } from "./read-output.js";
import { checkedPage, type ReadPage } from "./read-page.js";
import {
  beyondTheEnd,
  boundedRange,
  type OfferedWording,
  type ReadRequest,
  type ReadWording,
  truncationOf,
} from "./read-request.js";
import { shortenLines, windowLimits } from "./shorten-lines.js";

const DEFAULT_WORDING: ReadWording = {
  range: "read_range",
  offset: "offset",
  limit: "limit",
  searchTool: "Grep",
  shellTool: "Bash",
};

/** The path to read, and which part of it. */
export interface ReadInput {
  /** A file or a folder; relative to the session's cwd, absolute, or below `~/`. */
  readonly path: string;
  /** First and last line, from 1; of a folder: entries. Default: the first lines. */
  readonly range?: readonly [number, number] | undefined;
  /** Alternative way to request a part; not together with `range`. */
  readonly page?: ReadPage | undefined;
  readonly limits?: Partial<ReadLimits> | undefined;
  readonly wording?: Partial<ReadWording> | undefined;
}

/**
 * Reads a window of a text file, the names in a folder, an image or a PDF.
 *
 * Text is streamed: no more of a file is read than the window needs. A part after the end is empty, with a note of the
 * number of lines. Errors: `not-found` with similar names, `reading-secret-file`, `binary-file`, `file-too-large` (a
 * large file without a range, a large image or PDF), `invalid-input` for an invalid range, and the errors of the
 * workspace.
 */
export const readOperation: Operation<ReadInput, ReadOutput> = reportingInOrder({
  kind: "read",
  annotations: { readOnlyHint: true },
  executionProfile: { resourceKeys: ({ path }, { cwd }) => readingKeys(path, cwd) },
  facts: ({ path }) => ({ paths: [{ path, access: "read" }] }),
  truncation: false,
  async run(input, context) {
    const request = readRequest(input, context);
    const seen: SeenFile = { signature: { type: "text" } };
    let window: LineWindow;
    try {
      window = await context.files.readLines(input.path, windowRequest(request, seen));
    } catch (error) {
      return readOtherwise(error, input.path, request, context);
    }
    const content = await contentOf(window, seen.signature, request, context);
    return Object.assign(content, { guidance: await guidanceOfNewFolder(window.path, context) });
  },
});

function readRequest({ range, page, ...input }: ReadInput, { offers }: ToolContext): ReadRequest {
  const { searchTool, shellTool, ...names }: ReadWording = { ...DEFAULT_WORDING, ...input.wording };
  const wording: OfferedWording = {
    ...names,
    ...(offers(searchTool) && { searchTool }),
    ...(offers(shellTool) && { shellTool }),
  };
  const limits = { ...DEFAULT_READ_LIMITS, ...input.limits };
  const lines = page && checkedPage(page, limits, wording);
  const asked = range === undefined ? lines : checkedLineRange(range, wording);
  return { limits, wording, page, asked };
}

/** Type of a file according to its first bytes. */
interface SeenFile {
  signature: FileSignature;
}

function windowRequest(request: ReadRequest, seen: SeenFile): LineWindowRequest {
  return {
    // In a large file without line ends, a single line may be all of it, so its type must be known first.
    acceptHead: (head, size) => {
      seen.signature = fileSignature(head.subarray(0, SIGNATURE_BYTES));
      return seen.signature.type === "text" && isReadable(size, request);
    },
    ...boundedRange(request),
    ...windowLimits(request.limits),
  };
}

/** Returns whether a part was requested, or the whole file is within the limit. */
function isReadable(size: number, { asked, limits }: ReadRequest): boolean {
  return asked !== undefined || size <= limits.maxWholeFileBytes;
}

/** Handles a path that is not a file: it may be a folder, or be missing and have similar names. */
async function readOtherwise(
  error: unknown,
  path: string,
  request: ReadRequest,
  context: ToolContext,
): Promise<ReadOutput> {
  if (!(error instanceof ToolError) || !["not-a-file", "not-found"].includes(error.code)) throw error;
  const location = await context.files.locate(path);
  if (location.stat?.type === "directory") return readDirectory(location, request, context);
  if (location.stat === undefined) throw await missingPath(location.path, context);
  throw error;
}

type WithoutGuidance<Output> = Output extends unknown ? Omit<Output, "guidance"> : never;

async function contentOf(
  window: LineWindow,
  signature: FileSignature,
  request: ReadRequest,
  context: ToolContext,
): Promise<WithoutGuidance<Exclude<ReadOutput, { readonly type: "directory" }>>> {
  if (signature.type === "image" || signature.type === "document") {
    return readMedia(window, signature, request, context);
  }
  requireText(signature, window, request);
  requireRange(window, request);
  return textOf(shortenLines(window, request.limits), request);
}

function requireText({ type }: FileSignature, { path }: LineWindow, { wording }: ReadRequest): void {
  if (type === "text") return;
  const remedy =
    wording.shellTool === undefined
      ? ""
      : ` If you need its content, inspect it with ${wording.shellTool}, for example with file or xxd.`;
  throw new ToolError(`File appears to be binary and cannot be displayed as text.${remedy}`, {
    code: "binary-file",
    absolutePath: path,
  });
}

function requireRange({ path, size }: LineWindow, request: ReadRequest): void {
  const { page, limits, wording } = request;
  if (isReadable(size, request)) return;
  const part =
    page === undefined
      ? `${wording.range}, for example [1, ${limits.defaultLines}]`
      : `${wording.offset} and ${wording.limit}, for example ${page.firstLine} and ${limits.defaultLines}`;
  const search =
    wording.searchTool === undefined ? "" : `, or search for what you need with ${wording.searchTool}`;
  throw new ToolError(
    `File content exceeds maximum allowed size (${limits.maxWholeFileBytes} bytes). The file has ${size} bytes. Read a part of it with ${part}${search}.`,
    { code: "file-too-large", absolutePath: path },
  );
}

const UNDECODABLE =
  "This file is not valid UTF-8: bytes that cannot be decoded are shown as \ufffd, and the file cannot be edited.";

function textOf(window: LineWindow, request: ReadRequest): Omit<ReadText, "guidance"> {
  const { path, lines, firstLine, totalLines, truncatedLines, more, byteLimitHit, undecodable } = window;
  const isBeyond = lines.length === 0 && firstLine > 1;
  const last = firstLine + lines.length - 1;
  const known = totalLines !== undefined && { totalLines };
  const truncation = truncationOf({ last, more, byBytes: byteLimitHit, total: totalLines }, request);
  return {
    type: "text",
    path,
    lines,
    firstLine,
    ...known,
    minimumLines: totalLines ?? last + (more ? 1 : 0),
    truncatedLines: truncatedLines,
    maxBytesPerLine: request.limits.maxBytesPerLine,
    ...(truncation !== undefined && { truncation: truncation }),
    notes: [
      ...(isBeyond ? [beyondTheEnd(path, firstLine, { count: totalLines, unit: "line" }, request)] : []),
      ...(undecodable === true ? [UNDECODABLE] : []),
    ],
  };
}

/** Reads the names in a folder; a range counts entries. */
async function readDirectory(
  { requested, path }: FileLocation,
  request: ReadRequest,
  context: ToolContext,
): Promise<ReadDirectory> {
  const { limits, asked } = request;
  // Names are short, so a folder without a range returns as many entries as a range may request.
  const range = asked === undefined ? { startLine: 1, endLine: limits.maxLines } : boundedRange(request);
  const listing = await listDirectory(requested, { range, maxBytes: limits.maxBytes }, context);
  const { entries, firstEntry, totalEntries } = listing;
  const isBeyond = entries.length === 0 && firstEntry > 1;
  const last = firstEntry + entries.length - 1;
  const truncation = truncationOf(
    { last, more: last < totalEntries, byBytes: last < range.endLine, total: totalEntries },
    request,
  );
  return {
    type: "directory",
    path,
    ...listing,
    ...(truncation !== undefined && { truncation }),
    notes: isBeyond ? [beyondTheEnd(path, firstEntry, { count: totalEntries, unit: "entry" }, request)] : [],
  };
}
