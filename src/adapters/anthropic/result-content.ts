import type { ContentPart } from "../../contract/index.js";
import { imageTypeOf, isPdf } from "./file-signature.js";
import { wellFormed } from "./well-formed.js";
import type { AnthropicResultContent } from "./wire-types.js";

/** The API's limit for one image, counted on its base64 text: "image exceeds 5 MB maximum". */
const MAX_IMAGE_CHARACTERS = 5_242_880;

/** The API's limit for a request, which a PDF with its conversation must fit into. */
const MAX_DOCUMENT_CHARACTERS = 32_000_000;

/** One content part as the API takes it; `undefined` for a text that the API would refuse as empty. */
export function toResultContent(part: ContentPart): AnthropicResultContent | undefined {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? undefined : text(part.text);
    case "json":
      return text(JSON.stringify(part.value) ?? "null");
    case "image":
      return (
        image(part.data) ??
        leftOut(part.mediaType, part.data, "PNG, JPEG, GIF and WebP images up to 5 MB in base64")
      );
    case "file":
      return (
        image(part.data) ??
        document(part.data, part.name) ??
        leftOut([part.mediaType, part.name].filter(Boolean).join(" "), part.data, "PDF files and images")
      );
  }
}

function text(value: string): AnthropicResultContent {
  return { type: "text", text: wellFormed(value) };
}

function image(data: string): AnthropicResultContent | undefined {
  const mediaType = imageTypeOf(data);
  if (mediaType === undefined || data.length > MAX_IMAGE_CHARACTERS) return undefined;
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

function document(data: string, name: string | undefined): AnthropicResultContent | undefined {
  if (!isPdf(data) || data.length > MAX_DOCUMENT_CHARACTERS) return undefined;
  const source = { type: "base64", media_type: "application/pdf", data } as const;
  return {
    type: "document",
    source,
    ...(name === undefined || name === "" ? {} : { title: wellFormed(name) }),
  };
}

function leftOut(what: string, data: string, accepted: string): AnthropicResultContent {
  return text(
    `[${what}, ${data.length} characters of base64, left out: only ${accepted} can be shown here.]`,
  );
}
