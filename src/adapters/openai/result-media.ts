import type { FilePart, ImagePart } from "../../contract/index.js";
import { type ImageType, imageTypeOf, isPdf } from "../result-content/index.js";
import { wellFormed } from "../tool-export/index.js";

/** Limit of a request for images and files together: 50 MB, of which base64 leaves three quarters. */
const MAX_MEDIA_CHARACTERS = 50_000_000;

/** Media types that {@link toMedia} accepts, for a note about others. */
export const ACCEPTED_MEDIA = "PNG, JPEG, GIF and WebP images and PDF files up to 50 MB in base64";

/** Image or file in the form of both APIs: a data URL, and a name for a file. */
export type OpenAIMedia =
  | { readonly type: "image"; readonly url: string }
  | { readonly type: "file"; readonly url: string; readonly name: string };

/** Converts an image or file to a data URL; `undefined` if the APIs do not accept it. */
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
