import type { FilePart, ImagePart } from "../../contract/index.js";
import { imageTypeOf, isPdf } from "../result-content/index.js";
import { wellFormed } from "../tool-export/index.js";
import type { AnthropicDocumentBlock, AnthropicImageBlock } from "./wire-types.js";

/** API limit for one image, counted on its base64 text: "image exceeds 5 MB maximum". */
const MAX_IMAGE_CHARACTERS = 5_242_880;

/** API limit for a request, which must contain a PDF and its conversation. */
const MAX_DOCUMENT_CHARACTERS = 32_000_000;

/** Media types that {@link toMedia} accepts, for a note about others. */
export const ACCEPTED_MEDIA = {
  image: "PNG, JPEG, GIF and WebP images up to 5 MB in base64",
  file: "PDF files and images",
} as const;

/** Converts an image or file for the API; `undefined` if the API does not accept it. */
export function toMedia(
  part: ImagePart | FilePart,
): AnthropicImageBlock | AnthropicDocumentBlock | undefined {
  return image(part.data) ?? (part.type === "file" ? document(part) : undefined);
}

function image(data: string): AnthropicImageBlock | undefined {
  const mediaType = imageTypeOf(data);
  if (mediaType === undefined || data.length > MAX_IMAGE_CHARACTERS) return undefined;
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

function document({ data, name }: FilePart): AnthropicDocumentBlock | undefined {
  if (!isPdf(data) || data.length > MAX_DOCUMENT_CHARACTERS) return undefined;
  const source = { type: "base64", media_type: "application/pdf", data } as const;
  return {
    type: "document",
    source,
    ...(name === undefined || name === "" ? {} : { title: wellFormed(name) }),
  };
}
