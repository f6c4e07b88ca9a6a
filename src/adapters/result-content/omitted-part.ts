import type { FilePart, ImagePart } from "../../contract/index.js";

/** Returns the text that replaces a part that the model's provider does not accept. */
export function omittedPart(part: ImagePart | FilePart, accepted: string): string {
  const what = part.type === "file" && part.name ? `${part.mediaType} ${part.name}` : part.mediaType;
  return `[${what}, ${part.data.length} characters of base64, omitted: only ${accepted} can be shown here.]`;
}
