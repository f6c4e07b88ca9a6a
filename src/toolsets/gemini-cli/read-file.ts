import * as z from "zod";
import type { FilePart, ImagePart } from "../../contract/index.js";
import { type ReadDirectory, type ReadLimits, type ReadText, readOperation } from "../../tools/index.js";
import { face } from "../face.js";
import {
  entrySpan,
  lineSpan,
  MEDIA_PARTS,
  noteRows,
  readParts,
  readResult,
  textRows,
} from "../read-parts.js";

const MAX_LINES = 2_000;
const MAX_LINE_LENGTH = 2_000;

/** gemini-cli's limits; a long file is shown in part instead of refused. */
const LIMITS: Partial<ReadLimits> = {
  defaultLines: MAX_LINES,
  maxLines: MAX_LINES,
  maxCharactersPerLine: MAX_LINE_LENGTH,
  maxWholeFileBytes: Number.POSITIVE_INFINITY,
};

/** gemini-cli's read_file: the text without numbers, with a heading if it is incomplete. */
export function readFile() {
  return face(readOperation, {
    name: "read_file",
    description: `Reads a file. Text is returned unchanged, without line numbers; images (PNG, JPEG, GIF, WebP) and PDFs are shown; for a folder you get the names in it.

- You get up to ${MAX_LINES} lines at once, each up to ${MAX_LINE_LENGTH} characters. If more exists, a heading states which lines these are and how to continue.
- start_line and end_line request a part; both count from 1 and are included.
- Files with secrets (.env, private keys ...) cannot be read.`,
    inputSchema: z.object({
      file_path: z.string().describe("Path of the file to read"),
      start_line: z.number().describe("First line to read, from 1").optional(),
      end_line: z.number().describe("Last line to read, included").optional(),
    }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path, start_line: first, end_line: last }) => ({
      path: file_path,
      limits: LIMITS,
      wording: {
        range: "start_line",
        rangeEnd: "end_line",
        searchTool: "grep_search",
        shellTool: "run_shell_command",
      },
      ...((first !== undefined || last !== undefined) && {
        range: [first ?? 1, last ?? Number.POSITIVE_INFINITY] as const,
      }),
    }),
    toResult: readResult<string | ImagePart | FilePart>({
      ...MEDIA_PARTS,
      text: plainText,
      directory: namesText,
    }),
    render: (result, { output }) => readParts(result, output),
  });
}

function plainText(output: ReadText): string {
  const { truncation } = output;
  const rows = textRows(output, { mark: "... [truncated]", write: (line) => line });
  rows.push(...noteRows(output));
  if (truncation === undefined) return rows.join("\n");
  const heading = `[Not all of the file: lines ${lineSpan(output)}. To continue, read from start_line ${truncation.next.startLine}.]`;
  return [heading, "", ...rows].join("\n");
}

function namesText(output: ReadDirectory): string {
  const { entries, truncation } = output;
  if (truncation === undefined) return [...entries, ...noteRows(output)].join("\n");
  const heading = `[Entries ${entrySpan(output)}. To continue, read from start_line ${truncation.next.startLine}.]`;
  return [heading, "", ...entries].join("\n");
}
