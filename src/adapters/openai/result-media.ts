import type { FilePart, ImagePart } from "../../contract/index.js";
import { type ImageType, imageTypeOf, isPdf } from "../result-content/index.js";
import { wellFormed } from "../tool-export/index.js";

/** The limit of a request for images and files together: 50 MB, of which base64 leaves three quarters. */
const MAX_MEDIA_CHARACTERS = 50_000_000;

/** What {@link toMedia} takes, for a note about what it does not. */
export const ACCEPTED_MEDIA = "PNG, JPEG, GIF and WebP images and PDF files up to 50 MB in base64";

/** An image or a file as both APIs take it: a data URL, and a name where it is a file. */
export type OpenAIMedia =
  | { readonly type: "image"; readonly url: string }
  | { readonly type: "file"; readonly url: string; readonly name: string };

/** An image or a file as a data URL; `undefined` for one that the APIs do not take. */
export function toMedia(part: ImagePart | FilePart): OpenAIMedia | undefined {
  const { data } = part;
  if (data.length > MAX_MEDIA_CHARACTERS) return undefined;
  const imageType = imageTypeOf(data);
  if (imageType !== undefined) return { type: "image", url: dataUrl(imageType, data) };
  if (part.type !== "file" || !isPdf(data)) return undefined;
  return { type: "file", url: dataUrl("application/pdf", data), name: wellFormed(part.name || "file.pdf") };
}

function dataUrl(mediaType: ImageType | "application/pdf", data: string): string {
  return `data:${mediaType};base64,${data}`;
}
