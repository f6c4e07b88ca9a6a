import { type ContentPart, type FileLocation, type ToolContext, ToolError } from "../../../contract/index.js";
import { decodeText } from "../../../workspace/index.js";
import { diffName, filePreview, missingPath, secretChangeError } from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";
import { changedLineRange, textChanges, unifiedDiff } from "../diff/index.js";
import { type FoundFormatter, findFormatter } from "./find-formatter.js";
import type { FormatterName } from "./formatter.js";
import { failed, formatCommand, runFormatter } from "./run-formatter.js";

/** Largest file that is formatted. */
const MAX_FORMAT_BYTES = 10_485_760;

/** The file to format. */
export interface FormatInput {
  /** An existing text file. */
  readonly path: string;
}

/** Result of a formatter. */
export interface FormatOutput {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  readonly formatter: FormatterName;
  /** Whether the text changed. */
  readonly changed: boolean;
  /** In git's unified format; empty when nothing changed. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange?: readonly [number, number];
  /** Messages of the formatter. */
  readonly remarks: readonly string[];
}

/** Names the formatter of a file and its command, without running it. */
export function previewFormat(input: FormatInput, context: ToolContext): Promise<readonly ContentPart[]> {
  return filePreview(async () => {
    const location = await formattableFile(input.path, context);
    const found = await findFormatter(location, context);
    return [
      `Formats ${visibleText(location.path)} with ${found.formatter.name}.`,
      `Runs in ${visibleText(found.folder)}: ${visibleText(formatCommand(location.path, found))}`,
    ].join("\n");
  });
}

/** Formats a file as `formatOperation` states. */
export async function formatFile(input: FormatInput, context: ToolContext): Promise<FormatOutput> {
  const location = await formattableFile(input.path, context);
  const { path } = location;
  const bytes = await context.files.readBytes(input.path, { maxBytes: MAX_FORMAT_BYTES });
  const before = utf8Text(bytes, path);
  const found = await findFormatter(location, context);
  const { text = before, remarks } = await runFormatter({ path, bytes }, found, context);
  if (context.shell.takesInput !== true) await requireSameBytes(input.path, { path, bytes, found }, context);
  if (text.trim() === "" && before.trim() !== "") {
    throw failed(path, `${found.formatter.name} printed nothing.`);
  }
  const { name } = found.formatter;
  context.note({ formatter: name, command: formatCommand(path, found) });
  if (text === before) return { path, formatter: name, changed: false, diff: "", remarks };
  await context.files.updateText(input.path, (file) => {
    if (file.text !== before) throw changedMeanwhile(path, name);
    return { text };
  });
  const changes = await textChanges(before, text);
  return {
    path,
    formatter: name,
    changed: true,
    diff: await unifiedDiff(diffName(path, context.cwd), { before, after: text }, changes),
    lineRange: changedLineRange(text, changes),
    remarks,
  };
}

async function formattableFile(path: string, context: ToolContext): Promise<FileLocation> {
  const location = await context.files.locate(path);
  if (location.secret) throw secretChangeError(location.path);
  if (location.stat === undefined) throw await missingPath(location.path, context);
  return location;
}

/** Decodes a file for its formatter. Deliberately read as bytes: the model has not seen what a formatter reads. */
function utf8Text(bytes: Uint8Array, path: string): string {
  const { text, encoding } = decodeText(bytes, path);
  if (encoding.startsWith("utf-16"))
    throw failed(path, `Formatters accept only UTF-8, but the file is ${encoding}.`);
  return text;
}

/**
 * Requires unchanged content where the formatter has read the file itself: otherwise its result is for other content.
 */
async function requireSameBytes(
  requested: string,
  read: { readonly path: string; readonly bytes: Uint8Array; readonly found: FoundFormatter },
  context: ToolContext,
): Promise<void> {
  const now = await context.files.readBytes(requested, { maxBytes: MAX_FORMAT_BYTES });
  const isSame = now.length === read.bytes.length && now.every((byte, index) => byte === read.bytes[index]);
  if (!isSame) throw changedMeanwhile(read.path, read.found.formatter.name);
}

function changedMeanwhile(path: string, formatter: string): ToolError {
  return new ToolError(`${path} changed while ${formatter} processed it, so it was not changed. Try again.`, {
    code: "stale-file",
    absolutePath: path,
    retryable: true,
  });
}
