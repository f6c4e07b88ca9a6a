import type { ContentPart, JsonValue } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";

/**
 * Converts the result of a foreign tool's `toModelOutput`, which is plain data, to content parts; an error output goes to `fail`.
 */
export function toContentParts(output: unknown, fail: (message: string) => never): readonly ContentPart[] {
  if (!isRecord(output)) return [{ type: "text", text: textOf(output) }];
  const { type, value } = output;
  switch (type) {
    case "text":
      return [{ type: "text", text: textOf(value) }];
    case "json":
      return [{ type: "json", value: (value ?? null) as JsonValue }];
    case "error-text":
      return fail(textOf(value));
    case "error-json":
      return fail(JSON.stringify(value) ?? "The tool failed.");
    case "execution-denied":
      return fail(typeof output.reason === "string" ? output.reason : "The call was denied.");
    case "content":
      return Array.isArray(value) ? value.map(toPart) : [];
    default:
      return [{ type: "text", text: textOf(output) }];
  }
}

function toPart(part: unknown): ContentPart {
  if (!isRecord(part)) return { type: "text", text: textOf(part) };
  const { type, mediaType, text, filename } = part;
  // Version 7 of the SDK tags the data: `{ type: "data", data }`.
  const data = isRecord(part.data) && part.data.type === "data" ? part.data.data : part.data;
  if (type === "text") return { type: "text", text: textOf(text) };
  if (typeof data === "string" && typeof mediaType === "string") {
    return mediaType.startsWith("image/")
      ? { type: "image", mediaType, data }
      : { type: "file", mediaType, data, ...(typeof filename === "string" && { name: filename }) };
  }
  // A URL, or an id of the provider: the model at least learns that it exists.
  return { type: "text", text: textOf(part) };
}

/** Returns a string unchanged, and any other value as JSON, or as it is printed where it has none. */
function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return String(value);
}
