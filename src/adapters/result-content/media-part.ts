import type { FilePart, ImagePart } from "../../contract/index.js";

/** Returns the text that replaces a part that the model's provider does not accept. */
export function omittedPart(part: ImagePart | FilePart, accepted: string): string {
  const what = part.type === "file" && part.name ? `${part.mediaType} ${part.name}` : part.mediaType;
  return `[${what}, ${part.data.length} characters of base64, omitted: only ${accepted} can be shown here.]`;
}

/** Image formats that more than one provider accepts. */
export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

// First bytes of each format, in base64. Anthropic compares a file with its declared type and refuses the whole request if
// they differ, so the bytes decide, not the label.
const IMAGE_SIGNATURES: readonly (readonly [signature: RegExp, type: ImageType])[] = [
  [/^iVBORw0KGgo/, "image/png"],
  [/^\/9j\//, "image/jpeg"],
  [/^R0lGOD[dl]h/, "image/gif"],
  // "RIFF", four bytes of length, "WEBP"
  [/^UklGR.{6}XRUJQ/, "image/webp"],
];

/** Returns the type of an image by its first bytes, if it is one of these. */
export function imageTypeOf(base64: string): ImageType | undefined {
  return IMAGE_SIGNATURES.find(([signature]) => signature.test(base64))?.[1];
}

/** Returns whether base64 data begins like a PDF. */
export function isPdf(base64: string): boolean {
  return base64.startsWith("JVBERi0");
}
