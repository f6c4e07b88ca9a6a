import type { ContentPart, FilePart, ImagePart } from "../contract/index.js";
import type { ReadWebPageOutput } from "../tools/index.js";
import type { TruncationPreset } from "../truncation/index.js";

/** A page as a result: its text with the notice of a cut, or the part that providers take for images and documents. */
export type WebPageResult = string | ImagePart | FilePart;

/** Puts a page that was read into the shape of a result, in an agent's words for a cut. */
export function webPageResult(output: ReadWebPageOutput, notice: TruncationPreset["notice"]): WebPageResult {
  if (output.type === "text") {
    return output.cut === undefined ? output.text : `${output.text}\n\n${notice(output.cut)}`;
  }
  const { mediaType, data, name } = output;
  return output.type === "image"
    ? { type: "image", mediaType, data }
    : { type: "file", mediaType, name, data };
}

/** The page as the model sees it; an image or a document says where it comes from. */
export function webPageParts(
  result: WebPageResult,
  output: ReadWebPageOutput | undefined,
): string | ContentPart[] {
  if (typeof result === "string") return result;
  const from = output === undefined ? [] : [{ type: "text" as const, text: mediaText(output) }];
  return [...from, result];
}

/** What is said beside an image or a document. */
export function mediaText({ url, mediaType, notes }: ReadWebPageOutput): string {
  return [`From ${url} (${mediaType}). It comes from the web and is untrusted.`, ...notes].join(" ");
}
