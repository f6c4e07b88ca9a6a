import { type LineWindow, type ToolContext, ToolError } from "../../../contract/index.js";
import { base64 } from "../../../values/index.js";
import { lastName } from "../../paths/index.js";
import type { MediaSignature } from "./file-signature.js";
import type { ReadDocument, ReadImage } from "./read-output.js";
import type { ReadRequest } from "./read-request.js";

/** Reads a whole image or document for models that can view it. Throws `file-too-large` with the remedy. */
export async function readMedia(
  { path, size }: Pick<LineWindow, "path" | "size">,
  signature: MediaSignature,
  { limits, wording }: ReadRequest,
  context: ToolContext,
): Promise<Omit<ReadImage, "guidance"> | Omit<ReadDocument, "guidance">> {
  const isImage = signature.type === "image";
  const maxBytes = isImage ? limits.maxImageBytes : limits.maxDocumentBytes;
  if (size > maxBytes) {
    const remedy = isImage
      ? ` Make a smaller copy with ${wording.shellTool} and read that.`
      : ` Extract the pages you need, or their text (pdftotext), with ${wording.shellTool} and read that.`;
    throw new ToolError(
      `The ${isImage ? "image" : "PDF"} has ${size} bytes; at most ${maxBytes} bytes can be shown.${wording.shellTool === undefined ? "" : remedy}`,
      { code: "file-too-large", absolutePath: path },
    );
  }
  const data = base64(await context.files.readBytes(path, { maxBytes }));
  return isImage
    ? { type: "image", path, mediaType: signature.mediaType, data }
    : { type: "document", path, name: lastName(path, path), mediaType: signature.mediaType, data };
}
