import type { ContentPart, FilePart, ImagePart } from "../contract/index.js";
import type { ReadOutput } from "../tools/index.js";
import { guidanceNotice } from "./guidance-text.js";

/** Converts an image or a document that was read to the part that providers accept. */
export function mediaPart(
  output: Extract<ReadOutput, { readonly type: "image" | "document" }>,
): ImagePart | FilePart {
  const { mediaType, data } = output;
  return output.type === "image"
    ? { type: "image", mediaType, data }
    : { type: "file", mediaType, name: output.name, data };
}

/** Returns the model's parts of what was read, followed by the notice of guidance that is new to the session. */
export function readParts(
  shown: string | ContentPart,
  output: ReadOutput | undefined,
): string | readonly ContentPart[] {
  const notice = output !== undefined && "guidance" in output ? guidanceNotice(output.guidance) : undefined;
  if (typeof shown === "string") return notice === undefined ? shown : `${shown}\n${notice}`;
  return notice === undefined ? [shown] : [shown, { type: "text", text: notice }];
}
