import { type FileLocation, type ToolContext, ToolError } from "../../../contract/index.js";
import { decodeText } from "../../../workspace/index.js";
import type { Operation } from "../../operation.js";
import {
  diffName,
  editingKeys,
  filePreview,
  secretFileError,
  similarPaths,
  suggestionSentence,
  volumeKey,
} from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";
import { changedLineRange, textChanges, unifiedDiff } from "../diff/index.js";
import { type FoundFormatter, findFormatter } from "./find-formatter.js";
import type { FormatterName } from "./formatter.js";
import { failed, formatCommand, runFormatter } from "./run-formatter.js";

/** Largest file that is formatted. */
const MAX_FORMAT_BYTES = 10_485_760;

/** What to format. */
export interface FormatInput {
  /** An existing text file. */
  readonly path: string;
}

/** What a formatter did. */
export interface FormatOutput {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  readonly formatter: FormatterName;
  /** Whether the text is another now. */
  readonly changed: boolean;
  /** In git's unified form; empty when nothing changed. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange?: readonly [number, number];
  /** What the formatter had to say. */
  readonly remarks: readonly string[];
}

/**
 * Formats a file with the formatter that its project uses.
 *
 * The formatter only reads; its text is written like any edit: in the file's own encoding, under its lock, recorded for
 * undo. It is of the kind `execute`, because a formatter and its plug-ins are code that the project brings along: whoever
 * may format may run that code. Which command it will be is not known before the project was looked at, so it is no fact
 * for command rules; an approver sees it in the preview.
 *
 * Errors: `formatter-missing` with all that was looked for, `format-failed` with the formatter's own words, `stale-file`
 * when the file changed meanwhile, and what the workspace refuses.
 */
export const formatOperation: Operation<FormatInput, FormatOutput> = {
  kind: "execute",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  // What settings, plug-ins and other files a formatter reads, only it knows.
  executionProfile: {
    resourceKeys: ({ path }, { cwd }) => [...editingKeys(path, cwd), volumeKey(path, cwd)],
  },
  facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
  preview: (input, context) =>
    filePreview(async () => {
      const location = await formattableFile(input.path, context);
      const found = await findFormatter(location, context);
      return [
        `Formats ${visibleText(location.path)} with ${found.formatter.name}.`,
        `Runs in ${visibleText(found.folder)}: ${visibleText(formatCommand(location.path, found))}`,
      ].join("\n");
    }),
  async run(input, context) {
    const location = await formattableFile(input.path, context);
    const { path } = location;
    const bytes = await context.files.readBytes(input.path, { maxBytes: MAX_FORMAT_BYTES });
    const before = utf8Text(bytes, path);
    const found = await findFormatter(location, context);
    const { text = before, remarks } = await runFormatter({ path, bytes }, found, context);
    if (context.shell.takesInput !== true)
      await requireSameBytes(input.path, { path, bytes, found }, context);
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
      diff: unifiedDiff(diffName(path, context.cwd), before, text, changes),
      lineRange: changedLineRange(text, changes),
      remarks,
    };
  },
};

async function formattableFile(path: string, context: ToolContext): Promise<FileLocation> {
  const location = await context.files.locate(path);
  if (location.secret) throw secretFileError(location.path);
  if (location.stat === undefined) {
    const similar = await similarPaths(location.path, context);
    throw new ToolError(
      `ENOENT: no such file or directory '${location.path}'.${suggestionSentence(similar)}`,
      { code: "not-found", absolutePath: location.path },
    );
  }
  return location;
}

/** Read as bytes on purpose: what a formatter reads, the model has not seen. */
function utf8Text(bytes: Uint8Array, path: string): string {
  const { text, encoding } = decodeText(bytes, path);
  if (encoding.startsWith("utf-16")) throw failed(path, `Formatters take UTF-8 only, and it is ${encoding}.`);
  return text;
}

/** The formatter has read the file itself: what it made is of use only if that was the same content. */
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
  return new ToolError(
    `${path} changed while ${formatter} worked on it, so it was left as it is. Try again.`,
    {
      code: "stale-file",
      absolutePath: path,
      retryable: true,
    },
  );
}
