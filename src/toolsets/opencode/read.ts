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
import { guidanceNotice } from "../guidance-text.js";
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
    description: `Shows a file: its lines with their numbers, or an image (PNG, JPEG, GIF, WebP) or PDF as it is. Of a folder you get the names in it.

- Lines come as "00012| text". The number, the bar and the blank behind it are not part of the file: leave them out when you edit.
- You get up to ${LIMITS.defaultLines} lines and ${LIMITS.maxBytes} bytes at once, and up to ${LIMITS.maxCharactersPerLine} characters of a line. When there is more, the last line says with which offset to go on.
- To look at several files send the calls together.
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
    toResult: readResult,
    render: openCodeContent,
  });
}

function readResult(output: ReadOutput): OpenCodeReadResult {
  const notice = "guidance" in output ? guidanceNotice(output.guidance) : undefined;
  const answer = (text: string, truncated: boolean) => ({
    title: output.path,
    metadata: { truncated },
    output: notice === undefined ? text : `${text}\n\n${notice}`,
  });
  switch (output.type) {
    case "image":
      return {
        ...answer("Image read successfully", false),
        attachments: [attachment({ mime: output.mediaType, base64: output.data })],
      };
    case "document":
      return {
        ...answer("PDF read successfully", false),
        attachments: [attachment({ mime: output.mediaType, base64: output.data, filename: output.name })],
      };
    case "directory":
      return answer(namesText(output), output.truncation !== undefined);
    case "text":
      return answer(fileText(output), output.truncation !== undefined);
  }
}

function fileText(output: ReadText): string {
  const { lines, firstLine, truncatedLines } = output;
  if (lines.length === 0) {
    return "<file>\n</file>\n\n<system-reminder>There is nothing in this file: it is empty.</system-reminder>";
  }
  const isTruncated = new Set(truncatedLines);
  const rows = lines.map((line, index) => {
    const number = firstLine + index;
    return `${String(number).padStart(NUMBER_WIDTH, "0")}| ${line}${isTruncated.has(number) ? "..." : ""}`;
  });
  // Notices about the file follow its end, where no line of it can be.
  return [`<file>\n${rows.join("\n")}\n</file>`, ...textNotices(output)].join("\n\n");
}

function textNotices({
  lines,
  firstLine,
  totalLines,
  minimumLines,
  truncation,
  truncatedLines,
}: ReadText): string[] {
  const notices: string[] = [];
  if (truncatedLines.length > 0) {
    const listed = truncatedLines.slice(0, MAX_LISTED_LINES).join(", ");
    const others = truncatedLines.length > MAX_LISTED_LINES ? " and others" : "";
    notices.push(`(Cut at ${LIMITS.maxCharactersPerLine} characters: lines ${listed}${others}.)`);
  }
  const last = firstLine + lines.length - 1;
  if (last < minimumLines) {
    const count = totalLines ?? `at least ${minimumLines}`;
    notices.push(
      `(Lines ${firstLine}-${last} of ${count} are shown${because(truncation)}. To go on, use offset ${last}.)`,
    );
  }
  return notices;
}

function namesText({ entries, firstEntry, totalEntries, truncation }: ReadDirectory): string {
  if (entries.length === 0) return "(The folder is empty.)";
  const last = firstEntry + entries.length - 1;
  const rows = entries.join("\n");
  return last === totalEntries
    ? rows
    : `${rows}\n\n(Entries ${firstEntry}-${last} of ${totalEntries} are shown${because(truncation)}. To go on, use offset ${last}.)`;
}

function because(truncation: ReadTruncation | undefined): string {
  return truncation?.limit === "max-bytes" ? `, as many as fit into ${LIMITS.maxBytes} bytes` : "";
}
