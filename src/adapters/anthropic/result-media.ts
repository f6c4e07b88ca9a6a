import type { FilePart, ImagePart } from "../../contract/index.js";
import { imageTypeOf, isPdf } from "../result-content/index.js";
import { wellFormed } from "../tool-export/index.js";
import type { AnthropicDocumentBlock, AnthropicImageBlock } from "./wire-types.js";

/** The API's limit for one image, counted on its base64 text: "image exceeds 5 MB maximum". */
const MAX_IMAGE_CHARACTERS = 5_242_880;

/** The API's limit for a request, which a PDF with its conversation must fit into. */
const MAX_DOCUMENT_CHARACTERS = 32_000_000;

/** What {@link toMedia} takes, for a note about what it does not. */
export const ACCEPTED_MEDIA = {
  image: "PNG, JPEG, GIF and WebP images up to 5 MB in base64",
  file: "PDF files and images",
} as const;

/** An image or a file as the API takes it; `undefined` for one that it does not. */
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
