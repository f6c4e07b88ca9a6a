import * as z from "zod";
import {
  type ReadDirectory,
  type ReadLimits,
  type ReadOutput,
  type ReadText,
  type ReadTruncation,
  readOperation,
} from "../../tools/index.js";
import { OPENCODE_MAX_BYTES } from "../../truncation/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";
import { entrySpan, lineSpan, readResult, textRows } from "../read-parts.js";
import { attachment, type OpenCodeResult, openCodeContent } from "./results/index.js";

/** OpenCode: DEFAULT_READ_LIMIT, MAX_LINE_LENGTH, MAX_BYTES. It has no limit on whole files. */
const LIMITS = {
  defaultLines: 2_000,
  maxLines: 2_000,
  maxCharactersPerLine: 2_000,
  maxBytesPerLine: Number.POSITIVE_INFINITY,
  maxBytes: OPENCODE_MAX_BYTES,
  maxWholeFileBytes: Number.POSITIVE_INFINITY,
} satisfies Partial<ReadLimits>;

/** Digits of a line number (OpenCode specification, Output Format). */
const NUMBER_WIDTH = 5;

/** Number of truncated lines that a notice lists. */
const MAX_LISTED_LINES = 10;

/** Result of OpenCode's read. */
export type OpenCodeReadResult = OpenCodeResult<{
  /** Whether a limit ended the result before the end of the file. */
  readonly truncated: boolean;
}>;

/** OpenCode's read: numbered lines, an image or a PDF; for a folder the names in it. */
export function read() {
  return face(readOperation, {
    name: "read",
    description: `Shows a file: its lines with their numbers, or an image (PNG, JPEG, GIF, WebP) or PDF as it is. For a folder you get the names in it.

- Lines come as "00012| text". The number, the bar and the space after it are not part of the file; omit them when you edit.
- You get up to ${LIMITS.defaultLines} lines and ${LIMITS.maxBytes} bytes at once, and up to ${LIMITS.maxCharactersPerLine} characters of a line. If more exists, the last line states the offset to continue with.
- To read several files, send the calls together.
- Other binary files, and files that hold secrets (.env, private keys ...), cannot be read.`,
    inputSchema: z.object({
      filePath: z.string().describe("Path of the file to read"),
      offset: z.number().describe("Line to start at; the first line is 0").optional(),
      limit: z.number().describe(`How many lines to read; default ${LIMITS.defaultLines}`).optional(),
    }),
    toInput: ({ filePath, offset, limit }) => ({
      path: filePath,
      page: {
        firstLine: 0 as const,
        offset,
        limit,
      },
      limits: LIMITS,
      wording: { searchTool: "grep", shellTool: "bash" },
    }),
    toResult: readResult<OpenCodeReadResult>({
      image: (output) => ({
        ...answer(output, "Image read successfully"),
        attachments: [attachment({ mime: output.mediaType, base64: output.data })],
      }),
      document: (output) => ({
        ...answer(output, "PDF read successfully"),
        attachments: [attachment({ mime: output.mediaType, base64: output.data, filename: output.name })],
      }),
      directory: (output) => answer(output, namesText(output)),
      text: (output) => answer(output, fileText(output)),
    }),
    render: openCodeContent,
  });
}

/** Returns a result with the text, the notice of guidance that is new to the session, and whether it is truncated. */
function answer(output: ReadOutput, text: string): OpenCodeReadResult {
  const notices = "guidance" in output ? guidanceNotices(output.guidance) : [];
  return {
    title: output.path,
    metadata: { truncated: "truncation" in output && output.truncation !== undefined },
    output: [text, ...notices].join("\n\n"),
  };
}

function fileText(output: ReadText): string {
  if (output.lines.length === 0) {
    const [note = "There is nothing in this file: it is empty."] = output.notes;
    return `<file>\n</file>\n\n<system-reminder>${note}</system-reminder>`;
  }
  const rows = textRows(output, {
    mark: "...",
    write: (line, number) => `${String(number).padStart(NUMBER_WIDTH, "0")}| ${line}`,
  });
  // Notices about the file follow its end, where no line of it can be.
  return [`<file>\n${rows.join("\n")}\n</file>`, ...textNotices(output)].join("\n\n");
}

function textNotices(output: ReadText): string[] {
  const { lines, firstLine, minimumLines, truncation, truncatedLines } = output;
  const notices: string[] = [];
  if (truncatedLines.length > 0) {
    const listed = truncatedLines.slice(0, MAX_LISTED_LINES).join(", ");
    const others = truncatedLines.length > MAX_LISTED_LINES ? " and others" : "";
    notices.push(
      `(Truncated at ${LIMITS.maxCharactersPerLine} characters: ${truncatedLines.length === 1 ? "line" : "lines"} ${listed}${others}.)`,
    );
  }
  notices.push(...output.notes.map((note) => `(${note})`));
  const last = firstLine + lines.length - 1;
  if (last < minimumLines) {
    notices.push(
      `(Lines ${lineSpan(output)} are shown${because(truncation)}. To continue, use offset ${last}.)`,
    );
  }
  return notices;
}

function namesText(output: ReadDirectory): string {
  const { entries, firstEntry, totalEntries, truncation } = output;
  if (entries.length === 0) return `(${output.notes[0] ?? "The folder is empty."})`;
  const last = firstEntry + entries.length - 1;
  const rows = entries.join("\n");
  return last === totalEntries
    ? rows
    : `${rows}\n\n(Entries ${entrySpan(output)} are shown${because(truncation)}. To continue, use offset ${last}.)`;
}

function because(truncation: ReadTruncation | undefined): string {
  return truncation?.limit === "max-bytes" ? `, as many as fit into ${LIMITS.maxBytes} bytes` : "";
}
