/** The image formats that more than one provider takes. */
export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

// How each format begins, in base64. Anthropic compares a file with its declared type and refuses the whole request when
// they differ, so the bytes decide, not the label.
const IMAGE_SIGNATURES: readonly (readonly [signature: RegExp, type: ImageType])[] = [
  [/^iVBORw0KGgo/, "image/png"],
  [/^\/9j\//, "image/jpeg"],
  [/^R0lGOD[dl]h/, "image/gif"],
  // "RIFF", four bytes of length, "WEBP"
  [/^UklGR.{6}XRUJQ/, "image/webp"],
];

/** The type of an image by its first bytes, where it is one of these. */
export function imageTypeOf(base64: string): ImageType | undefined {
  return IMAGE_SIGNATURES.find(([signature]) => signature.test(base64))?.[1];
}

/** Whether base64 data begins as a PDF does. */
export function isPdf(base64: string): boolean {
  return base64.startsWith("JVBERi0");
}
