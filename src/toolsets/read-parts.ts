import type { ContentPart, FilePart, ImagePart } from "../contract/index.js";
import type {
  ReadDirectory,
  ReadDocument,
  ReadImage,
  ReadOutput,
  ReadText,
  ReadTruncation,
} from "../tools/index.js";
import type { FaceEnvironment } from "./face.js";
import { guidanceNotices } from "./guidance-text.js";

/** The functions of a face that show what was read: one for each kind of content. */
type ReadForms<Result> = {
  readonly [Kind in ReadOutput["type"]]: (
    output: Extract<ReadOutput, { readonly type: Kind }>,
    environment: FaceEnvironment,
  ) => Result;
};

/** Returns the `toResult` of a face that reads. */
export function readResult<Result>(
  forms: ReadForms<Result>,
): (output: ReadOutput, input: unknown, environment: FaceEnvironment) => Result {
  return (output, _input, environment) =>
    (forms[output.type] as (output: ReadOutput, environment: FaceEnvironment) => Result)(output, environment);
}

/** Converts an image or a document that was read to the part that providers accept. */
export const MEDIA_PARTS = {
  image: ({ mediaType, data }: ReadImage): ImagePart => ({ type: "image", mediaType, data }),
  document: ({ mediaType, name, data }: ReadDocument): FilePart => ({ type: "file", mediaType, name, data }),
};

/** The form of the lines that were read. */
interface LineForm {
  /** Text after a truncated line. */
  readonly mark: string;
  /** Writes a line, with its mark if it is truncated. It takes no object: most reads have hundreds of lines. */
  readonly write: (line: string, number: number) => string;
}

/** Returns the lines that were read in a form. */
export function textRows(
  { lines, firstLine, truncatedLines }: ReadText,
  { mark, write }: LineForm,
): string[] {
  const truncated = new Set(truncatedLines);
  return lines.map((line, index) => {
    const number = firstLine + index;
    return write(truncated.has(number) ? line + mark : line, number);
  });
}

/** Returns the lines that were read for a notice: `12-40 of 97`. */
export function lineSpan({ lines, firstLine, totalLines, minimumLines }: ReadText): string {
  return `${firstLine}-${firstLine + lines.length - 1} of ${totalLines ?? `at least ${minimumLines}`}`;
}

/** Returns the notes of what was read as rows; for an empty file or folder, a row that states this. */
export function noteRows(output: ReadText | ReadDirectory): string[] {
  const rows = output.notes.map((note) => `[${note}]`);
  if (rows.length > 0) return rows;
  if (output.type === "text") return output.lines.length === 0 ? ["[The file is empty.]"] : [];
  return output.entries.length === 0 ? ["[The folder is empty.]"] : [];
}

/** Returns the names in a folder as rows, with a face's notice if there are more. */
export function namesText(
  output: ReadDirectory,
  noticeOf: (truncation: ReadTruncation | undefined, shown: string) => readonly string[],
): string {
  const notice = noticeOf(output.truncation, `Entries ${entrySpan(output)}`);
  return [...output.entries, ...notice, ...noteRows(output)].join("\n");
}

/** Returns the names in a folder that were read for a notice: `1-500 of 812`. */
export function entrySpan({ entries, firstEntry, totalEntries }: ReadDirectory): string {
  return `${firstEntry}-${firstEntry + entries.length - 1} of ${totalEntries}`;
}

/** Returns the model's parts of what was read, followed by the notice of guidance that is new to the session. */
export function readParts(
  shown: string | ContentPart,
  output: ReadOutput | undefined,
): string | readonly ContentPart[] {
  const notices = output !== undefined && "guidance" in output ? guidanceNotices(output.guidance) : [];
  if (typeof shown === "string") return [shown, ...notices].join("\n");
  return [shown, ...notices.map((text) => ({ type: "text" as const, text }))];
}
