import { type FileLocation, type ToolContext, ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { base64 } from "./base64.js";
import { type DirectoryListing, listDirectory } from "./directory-listing.js";
import { fileSignature, type ImageMediaType, SIGNATURE_BYTES } from "./file-signature.js";
import { checkedLineRange, type LineRange } from "./line-range.js";
import { DEFAULT_READ_LIMITS, type ReadLimits } from "./read-limits.js";
import { secretFileError } from "./secret-file.js";
import { similarPaths, suggestionSentence } from "./similar-names.js";

/** What the model calls the things that error messages speak of. */
export interface ReadWording {
  /** The parameter that asks for a range of lines. */
  readonly range: string;
  /** The tool that searches in files. */
  readonly searchTool: string;
  /** The tool that runs commands. */
  readonly shellTool: string;
}

const DEFAULT_WORDING: ReadWording = { range: "read_range", searchTool: "Grep", shellTool: "Bash" };

/** What to read. */
export interface ReadInput {
  /** A file or a folder; relative to the session's cwd, absolute, or below `~/`. */
  readonly path: string;
  /** First and last line, from 1; of a folder: entries. Default: the first lines. */
  readonly range?: readonly [number, number];
  readonly limits?: Partial<ReadLimits>;
  readonly wording?: Partial<ReadWording>;
}

/** Which limit ended a read before its natural end, and how to go on. */
export interface ReadCut {
  readonly limit: "default-lines" | "max-lines" | "max-bytes";
  /** The range to ask for next. */
  readonly next: LineRange;
}

/** Lines of a text file. */
export interface ReadText {
  readonly type: "text";
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Without line ends. Empty for an empty file only. */
  readonly lines: readonly string[];
  readonly firstLine: number;
  /** Known when the end of the file was reached. */
  readonly totalLines?: number;
  /** Numbers of the lines that were cut at `maxBytesPerLine`. */
  readonly cutLines: readonly number[];
  readonly maxBytesPerLine: number;
  readonly cut?: ReadCut;
}

/** Names in a folder. */
export interface ReadDirectory extends DirectoryListing {
  readonly type: "directory";
  readonly path: string;
  readonly cut?: ReadCut;
}

/** An image, in base64. */
export interface ReadImage {
  readonly type: "image";
  readonly path: string;
  readonly mediaType: ImageMediaType;
  readonly data: string;
}

/** What is at a path. */
export type ReadOutput = ReadText | ReadDirectory | ReadImage;

/** Settled limits and words, and the range that was asked for. */
interface ReadRequest {
  readonly limits: ReadLimits;
  readonly wording: ReadWording;
  readonly asked?: LineRange;
}

/**
 * Reads a window of a text file, the names in a folder, or an image.
 *
 * Text is streamed: never more of a file is read than the window takes. Errors: `not-found` with similar names,
 * `reading-secret-file`, `binary-file`, `file-too-large` (a big file without a range, a big image), `invalid-input` and
 * `range-out-of-bounds` for a range that makes no sense, and what the workspace refuses.
 */
export const readOperation: Operation<ReadInput, ReadOutput> = {
  kind: "read",
  annotations: { readOnlyHint: true },
  executionProfile: { resourceKeys: ({ path }) => [{ key: `file:${path}`, mode: "read" }] },
  facts: ({ path }) => ({ paths: [{ path, access: "read" }] }),
  truncation: false,
  async run(input, context) {
    const wording = { ...DEFAULT_WORDING, ...input.wording };
    const limits = { ...DEFAULT_READ_LIMITS, ...input.limits };
    const request: ReadRequest = {
      limits,
      wording,
      ...(input.range !== undefined && { asked: checkedLineRange(input.range, wording.range) }),
    };
    const location = await context.files.locate(input.path);
    if (location.stat?.type === "directory") return readDirectory(location, request, context);
    if (location.secret) throw secretFileError(location.path);
    if (location.stat === undefined) throw await missingFile(location, context);

    const head = await context.files.readHead(input.path, { bytes: SIGNATURE_BYTES });
    const signature = fileSignature(head);
    switch (signature.type) {
      case "image":
        return readImage(location, signature.mediaType, request, context);
      case "binary":
        throw new ToolError(
          `File appears to be binary and cannot be displayed as text. Inspect it with ${wording.shellTool} if you must, with file or xxd for example.`,
          { code: "binary-file", absolutePath: location.path },
        );
      case "text":
        return readText(location, location.stat.size, request, context);
    }
  },
};

async function missingFile({ path }: FileLocation, context: ToolContext): Promise<ToolError> {
  const similar = await similarPaths(path, context);
  return new ToolError(`ENOENT: no such file or directory '${path}'.${suggestionSentence(similar)}`, {
    code: "not-found",
    absolutePath: path,
  });
}

async function readText(
  { requested, path }: FileLocation,
  size: number,
  request: ReadRequest,
  context: ToolContext,
): Promise<ReadText> {
  const { limits, wording, asked } = request;
  if (asked === undefined && size > limits.maxWholeFileBytes) {
    throw new ToolError(
      `File content exceeds maximum allowed size (${limits.maxWholeFileBytes} bytes). The file has ${size} bytes. Read a part of it with ${wording.range}, for example [1, ${limits.defaultLines}], or look for what you need with ${wording.searchTool}.`,
      { code: "file-too-large", absolutePath: path },
    );
  }
  const range = boundedRange(asked, limits);
  const window = await context.files.readLines(requested, {
    ...range,
    maxBytes: limits.maxBytes,
    maxBytesPerLine: limits.maxBytesPerLine,
  });
  if (window.lines.length === 0 && range.startLine > 1) {
    throw beyondTheEnd(path, range.startLine, { count: window.totalLines ?? 0, unit: "lines" }, wording);
  }
  const { lines, firstLine, totalLines, cutLines } = window;
  const cut = cutOf(firstLine + lines.length - 1, window.more, window.byteLimitHit, request, totalLines);
  return {
    type: "text",
    path,
    lines,
    firstLine,
    ...(totalLines !== undefined && { totalLines }),
    cutLines,
    maxBytesPerLine: limits.maxBytesPerLine,
    ...(cut !== undefined && { cut }),
  };
}

async function readDirectory(
  { requested, path }: FileLocation,
  request: ReadRequest,
  context: ToolContext,
): Promise<ReadDirectory> {
  const { limits, wording, asked } = request;
  // Names are short, so a folder without a range gets as many entries as a range may ask for.
  const range =
    asked === undefined ? { startLine: 1, endLine: limits.maxLines } : boundedRange(asked, limits);
  const listing = await listDirectory(requested, range, limits.maxBytes, context);
  const { entries, firstEntry, totalEntries } = listing;
  if (entries.length === 0 && firstEntry > 1) {
    throw beyondTheEnd(path, firstEntry, { count: totalEntries, unit: "entries" }, wording);
  }
  const last = firstEntry + entries.length - 1;
  const cut = cutOf(last, last < totalEntries, last < range.endLine, request, totalEntries);
  return { type: "directory", path, ...listing, ...(cut !== undefined && { cut }) };
}

async function readImage(
  { requested, path, stat }: FileLocation,
  mediaType: ImageMediaType,
  { limits, wording }: ReadRequest,
  context: ToolContext,
): Promise<ReadImage> {
  const size = stat?.size ?? 0;
  if (size > limits.maxImageBytes) {
    throw new ToolError(
      `The image has ${size} bytes; at most ${limits.maxImageBytes} bytes can be shown. Make a smaller copy with ${wording.shellTool} and read that.`,
      { code: "file-too-large", absolutePath: path },
    );
  }
  const bytes = await context.files.readBytes(requested, { maxBytes: limits.maxImageBytes });
  return { type: "image", path, mediaType, data: base64(bytes) };
}

function boundedRange(asked: LineRange | undefined, { defaultLines, maxLines }: ReadLimits): LineRange {
  if (asked === undefined) return { startLine: 1, endLine: Math.min(defaultLines, maxLines) };
  return { startLine: asked.startLine, endLine: Math.min(asked.endLine, asked.startLine + maxLines - 1) };
}

/** Tells whether a limit, rather than the range that was asked for or the end, is why the reader sees no more. */
function cutOf(
  last: number,
  more: boolean,
  byBytes: boolean,
  { limits, asked }: ReadRequest,
  total: number | undefined,
): ReadCut | undefined {
  if (!more || (asked !== undefined && last >= asked.endLine)) return undefined;
  const limit = byBytes ? "max-bytes" : asked === undefined ? "default-lines" : "max-lines";
  const step = asked === undefined ? limits.defaultLines : limits.maxLines;
  const endLine = Math.min(
    last + step,
    asked?.endLine ?? Number.POSITIVE_INFINITY,
    total ?? Number.POSITIVE_INFINITY,
  );
  return { limit, next: { startLine: last + 1, endLine } };
}

function beyondTheEnd(
  path: string,
  startLine: number,
  end: { readonly count: number; readonly unit: "lines" | "entries" },
  { range }: ReadWording,
): ToolError {
  const within = end.count === 0 ? "" : ` Ask for a ${range} within [1, ${end.count}].`;
  return new ToolError(
    `${range} starts at ${startLine}, but ${path} has only ${end.count} ${end.unit}.${within}`,
    { code: "range-out-of-bounds", absolutePath: path },
  );
}
