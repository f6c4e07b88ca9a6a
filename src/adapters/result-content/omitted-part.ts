import type { FilePart, ImagePart } from "../../contract/index.js";

/** What the model reads in place of a part that its provider does not take. */
export function omittedPart(part: ImagePart | FilePart, accepted: string): string {
  const what = part.type === "file" && part.name ? `${part.mediaType} ${part.name}` : part.mediaType;
  return `[${what}, ${part.data.length} characters of base64, left out: only ${accepted} can be shown here.]`;
}
