import type { ContentPart } from "../../../contract/index.js";

/** File attached to a result (OpenCode's `attachments`). */
export interface OpenCodeAttachment {
  readonly type: "file";
  readonly mime: string;
  /** Data URL of the file. */
  readonly url: string;
  readonly filename?: string;
}

/** Result of each OpenCode tool: a title and metadata for user interfaces, and the text for the model. */
export interface OpenCodeResult<Metadata extends object = object> {
  readonly title: string;
  readonly metadata: Metadata;
  readonly output: string;
  readonly attachments?: readonly OpenCodeAttachment[];
}

/** Creates an attachment from base64 data. */
export function attachment(file: {
  readonly mime: string;
  readonly base64: string;
  readonly filename?: string;
}): OpenCodeAttachment {
  const { mime, base64, filename } = file;
  const url = `data:${mime};base64,${base64}`;
  return { type: "file", mime, url, ...(filename !== undefined && { filename }) };
}

/** Returns the model's content of a result: its output and attachments. */
export function openCodeContent({ output, attachments = [] }: OpenCodeResult): string | ContentPart[] {
  if (attachments.length === 0) return output;
  return [{ type: "text", text: output }, ...attachments.map(attachedPart)];
}

function attachedPart({ mime, url, filename }: OpenCodeAttachment): ContentPart {
  const data = url.slice(url.indexOf(",") + 1);
  return mime.startsWith("image/")
    ? { type: "image", mediaType: mime, data }
    : { type: "file", mediaType: mime, data, ...(filename !== undefined && { name: filename }) };
}
