import * as z from "zod";
import type { ContentPart, FilePart, ImagePart } from "../../contract/index.js";
import {
  DEFAULT_READ_LIMITS,
  type ReadLimits,
  type ReadOutput,
  type ReadText,
  type ReadTruncation,
  readOperation,
} from "../../tools/index.js";
import { face } from "../face.js";
import {
  lineSpan,
  MEDIA_PARTS,
  namesText,
  noteRows,
  readParts,
  readResult,
  textRows,
} from "../read-parts.js";

/**
 * Not specified by Claude Code: as many lines as a model of this agent expects, and a long file is shown in part instead of
 * refused.
 */
const LIMITS: Partial<ReadLimits> = {
  defaultLines: 2_000,
  maxLines: 2_000,
  maxCharactersPerLine: 2_000,
  maxWholeFileBytes: Number.POSITIVE_INFINITY,
};

/** Width of `cat -n`'s numbers. */
const NUMBER_WIDTH = 6;

/** Claude Code's Read: numbered lines as in `cat -n`, the names in a folder, an image or a PDF. */
export function read() {
  return face(readOperation, {
    name: "Read",
    description: `Reads a file and shows its lines with their numbers, as cat -n does. Images (PNG, JPEG, GIF, WebP) and PDFs are shown unchanged; for a folder you get the names in it.

- The number and the tab after it are not part of the file; omit them when you edit.
- You get up to ${LIMITS.maxLines} lines and ${DEFAULT_READ_LIMITS.maxBytes} bytes at once, and each line up to ${LIMITS.maxCharactersPerLine} characters. If more exists, the last line states the offset to continue with.
- To read several files, send the calls together.
- Files with secrets (.env, private keys ...) cannot be read.`,
    inputSchema: z.object({
      file_path: z.string().describe("Absolute path, or relative to the working directory"),
      offset: z.number().describe("Line to start reading from (1-based)").optional(),
      limit: z.number().describe("Max lines to return").optional(),
      pages: z
        .string()
        .regex(/^\d{1,6}(?:-\d{1,6})?$/)
        .describe('Pages of a PDF to look at, like "3" or "1-5"; the whole PDF is shown')
        .optional(),
    }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path, offset, limit }) => ({
      path: file_path,
      page: { firstLine: 1 as const, offset, limit },
      limits: LIMITS,
    }),
    toResult: readResult<string | ImagePart | FilePart>({
      ...MEDIA_PARTS,
      text: numberedText,
      directory: (output) => namesText(output, noticeOf),
    }),
    render: (result, { output, input }) => withPages(readParts(result, output), input.pages, output?.type),
  });
}

/** Adds a line about the pages that were asked for: a document is shown as a whole. */
function withPages(
  shown: string | readonly ContentPart[],
  pages: string | undefined,
  type: ReadOutput["type"] | undefined,
): string | readonly ContentPart[] {
  if (pages === undefined) return shown;
  const text =
    type === "document"
      ? `[The whole PDF is shown. You asked for ${pages.includes("-") ? "pages" : "page"} ${pages}.]`
      : "[pages was ignored: this is not a PDF.]";
  return typeof shown === "string" ? `${shown}\n${text}` : [...shown, { type: "text", text }];
}

function numberedText(output: ReadText): string {
  const rows = textRows(output, {
    mark: " ... [line truncated]",
    write: (line, number) => `${String(number).padStart(NUMBER_WIDTH)}\t${line}`,
  });
  return [...rows, ...noticeOf(output.truncation, `Lines ${lineSpan(output)}`), ...noteRows(output)].join(
    "\n",
  );
}

function noticeOf(truncation: ReadTruncation | undefined, shown: string): string[] {
  return truncation === undefined
    ? []
    : [`[${shown} are shown. To continue, use offset ${truncation.next.startLine}.]`];
}
