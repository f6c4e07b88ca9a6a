import * as z from "zod";
import type { ContentPart } from "../../../contract/index.js";
import { counted, shellQuoted } from "../../../text/index.js";
import {
  DEFAULT_READ_LIMITS,
  type ReadText,
  type ReadTruncation,
  readOperation,
} from "../../../tools/index.js";
import { face } from "../../face.js";
import { lineSpan, namesText, noteRows, readParts, readResult, textRows } from "../../read-parts.js";
import { PATH_NAMES } from "../parameter-names.js";

/** Image in the shape of Amp's Read; `data` is base64. */
export interface AmpImage {
  readonly type: "image";
  readonly media_type: string;
  readonly data: string;
}

/** PDF in the shape of Amp's images; `data` is base64. */
export interface AmpDocument {
  readonly type: "file";
  readonly media_type: "application/pdf";
  readonly name: string;
  readonly data: string;
}

/** Amp's Read: numbered lines, the names in a folder, an image or a PDF. */
export const read = () =>
  face(readOperation, {
    name: "Read",
    description: `Shows a text file with its line numbers, the names in a folder, an image (PNG, JPEG, GIF, WebP) or a PDF.

- Lines come as "12: text". The number and ": " are not part of the file; omit them when you edit.
- Without read_range you get the first ${DEFAULT_READ_LIMITS.defaultLines} lines. With it you get at most ${DEFAULT_READ_LIMITS.maxLines} lines at once. If more exists, the last line states how to continue.
- A file above ${DEFAULT_READ_LIMITS.maxWholeFileBytes} bytes needs a read_range; use Grep to find the right lines first.
- In a folder, names that end with / are folders.
- To read several files, send the calls together.
- Files with secrets (.env, private keys ...) cannot be read.`,
    inputSchema: z.object({
      path: z
        .string()
        .describe("The absolute path to the file or directory (MUST be absolute, not relative)."),
      read_range: z
        .array(z.number())
        .length(2)
        .describe("Line range [start, end], 1-indexed. Default: [1, 500]. Hard cap: 2,000 lines.")
        .optional(),
    }),
    aliases: ["read", "read_file"],
    parameterAliases: { path: PATH_NAMES },
    toInput: ({ path, read_range: range }) => ({
      path,
      range: range as [number, number] | undefined,
    }),
    toResult: readResult<string | AmpImage | AmpDocument>({
      image: ({ mediaType, data }) => ({ type: "image", media_type: mediaType, data }),
      document: ({ mediaType, name, data }) => ({ type: "file", media_type: mediaType, name, data }),
      text: (output, { offers }) => numberedText(output, { offersBash: offers("Bash") }),
      directory: (output) => namesText(output, noticeOf),
    }),
    render: (result, { output }) =>
      readParts(typeof result === "string" ? result : mediaContent(result), output),
  });

function mediaContent({ media_type: mediaType, data, ...media }: AmpImage | AmpDocument): ContentPart {
  return "name" in media
    ? { type: "file", mediaType, name: media.name, data }
    : { type: "image", mediaType, data };
}

function numberedText(output: ReadText, { offersBash }: { readonly offersBash: boolean }): string {
  const { truncation, truncatedLines } = output;
  const rows = textRows(output, {
    mark: " ... [line truncated]",
    write: (line, number) => `${number}: ${line}`,
  });
  if (truncatedLines.length > 0) rows.push(truncatedLinesNotice(output, { offersBash }));
  return [...rows, ...noticeOf(truncation, `Lines ${lineSpan(output)}`), ...noteRows(output)].join("\n");
}

function truncatedLinesNotice(
  { truncatedLines, maxBytesPerLine, path }: ReadText,
  { offersBash }: { readonly offersBash: boolean },
): string {
  const named = `${truncatedLines.length === 1 ? "line" : "lines"} ${truncatedLines.join(", ")}`;
  const fact = `Truncated at ${counted(maxBytesPerLine, "byte")}: ${named}.`;
  if (!offersBash) return `[${fact}]`;
  // Truncation never splits a character, so up to three bytes before the limit may be missing.
  const from = maxBytesPerLine - 2;
  const command = `sed -n '${truncatedLines[0]}p' ${shellQuoted(path)} | cut -b ${from}-${from + maxBytesPerLine - 1}`;
  return `[${fact} To see more of one, use Bash: ${command}]`;
}

function noticeOf(truncation: ReadTruncation | undefined, shown: string): string[] {
  if (truncation === undefined) return [];
  const { startLine, endLine } = truncation.next;
  return [
    `[${shown} are shown${because(truncation)}. To continue, use read_range [${startLine}, ${endLine}].]`,
  ];
}

function because({ limit }: ReadTruncation): string {
  switch (limit) {
    case "default-lines":
      return "";
    case "max-lines":
      return `, the most for one call (${DEFAULT_READ_LIMITS.maxLines})`;
    case "max-bytes":
      return `, as many as fit into ${DEFAULT_READ_LIMITS.maxBytes} bytes`;
  }
}
