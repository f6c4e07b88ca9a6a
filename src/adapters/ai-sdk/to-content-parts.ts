import type { ContentPart, JsonValue } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";

/** Converts the result of a foreign tool's `toModelOutput` to content parts; an error output goes to `fail`. */
export function toContentParts(output: unknown, fail: (message: string) => never): readonly ContentPart[] {
  if (!isRecord(output)) return [{ type: "text", text: String(output) }];
  const { type, value } = output;
  switch (type) {
    case "text":
      return [{ type: "text", text: String(value) }];
    case "json":
      return [{ type: "json", value: value as JsonValue }];
    case "error-text":
      return fail(String(value));
    case "error-json":
      return fail(JSON.stringify(value) ?? "The tool failed.");
    case "execution-denied":
      return fail(typeof output.reason === "string" ? output.reason : "The call was denied.");
    case "content":
      return Array.isArray(value) ? value.map(toPart) : [];
    default:
      return [{ type: "text", text: JSON.stringify(output) }];
  }
}

function toPart(part: unknown): ContentPart {
  if (!isRecord(part)) return { type: "text", text: String(part) };
  const { type, mediaType, text, filename } = part;
  // Version 7 of the SDK tags the data: `{ type: "data", data }`.
  const data = isRecord(part.data) && part.data.type === "data" ? part.data.data : part.data;
  if (type === "text") return { type: "text", text: String(text) };
  if (typeof data === "string" && typeof mediaType === "string") {
    return mediaType.startsWith("image/")
      ? { type: "image", mediaType, data }
      : { type: "file", mediaType, data, ...(typeof filename === "string" && { name: filename }) };
  }
  // A URL, or an id of the provider: the model at least learns that it exists.
  return { type: "text", text: JSON.stringify(part) };
}
