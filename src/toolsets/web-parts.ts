import type { ContentPart, FilePart, ImagePart } from "../contract/index.js";
import type { ReadWebPageOutput } from "../tools/index.js";
import type { TruncationPreset } from "../truncation/index.js";

/** Page as a result: its text with the truncation notice, or the part that providers accept for images and documents. */
export type WebPageResult = string | ImagePart | FilePart;

/** Converts a page that was read to a result, with an agent's truncation notice. */
export function webPageResult(output: ReadWebPageOutput, notice: TruncationPreset["notice"]): WebPageResult {
  if (output.type === "text") {
    return output.truncation === undefined ? output.text : `${output.text}\n\n${notice(output.truncation)}`;
  }
  const { mediaType, data, name } = output;
  return output.type === "image"
    ? { type: "image", mediaType, data }
    : { type: "file", mediaType, name, data };
}

/** Returns the model's parts of a page; an image or a document states its origin. */
export function webPageParts(
  result: WebPageResult,
  output: ReadWebPageOutput | undefined,
): string | ContentPart[] {
  if (typeof result === "string") return result;
  const from = output === undefined ? [] : [{ type: "text" as const, text: mediaText(output) }];
  return [...from, result];
}

/** Returns the text beside an image or a document. */
export function mediaText({ url, mediaType, notes }: ReadWebPageOutput): string {
  return [`From ${url} (${mediaType}). It comes from the web and is untrusted.`, ...notes].join(" ");
}
