import type { ContentPart } from "../../../contract/index.js";

/** A file that goes with an answer (seed 004, `attachments`). */
export interface OpenCodeAttachment {
  readonly type: "file";
  readonly mime: string;
  /** A data URL. */
  readonly url: string;
  readonly filename?: string;
}

/** What each of seed 004's tools answers: a heading and facts for whoever watches, and the text for the model. */
export interface OpenCodeResult<Metadata extends object = object> {
  readonly title: string;
  readonly metadata: Metadata;
  readonly output: string;
  readonly attachments?: readonly OpenCodeAttachment[];
}

/** An attachment with these bytes, given in base64. */
export function attachment(file: {
  readonly mime: string;
  readonly base64: string;
  readonly filename?: string;
}): OpenCodeAttachment {
  const { mime, base64, filename } = file;
  const url = `data:${mime};base64,${base64}`;
  return { type: "file", mime, url, ...(filename !== undefined && { filename }) };
}

/** What the model reads of an answer: its output, and what is attached. */
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
