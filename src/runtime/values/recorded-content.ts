import { type ContentPart, ignoreRejection } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { redactJson } from "./redaction.js";

/**
 * Characters of an input or output that are processed; a longer one is omitted, so that a file of megabytes costs nothing.
 */
const MAX_LOOKED_AT_LENGTH = 1_000_000;

/** Options for recording contents. */
export interface ContentRecording {
  readonly redact: (text: string) => string;
  /** Characters of one content. */
  readonly maxLength: number;
}

/**
 * Returns an input as JSON, redacted and then truncated: in the reverse order, half a secret could remain. Undefined if JSON
 * cannot represent it or `redact` fails.
 */
export function recordedInput(input: unknown, { redact, maxLength }: ContentRecording): string | undefined {
  try {
    const json = JSON.stringify(input);
    if (json === undefined) return undefined;
    if (json.length > MAX_LOOKED_AT_LENGTH) return omittedPart(json);
    // First converted to JSON: dates, URLs and similar values become the strings that are redacted.
    return ellipsized(JSON.stringify(redactJson(JSON.parse(json), redact)), maxLength);
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Redacts a text, then truncates it. */
export function recordedText(text: string, { redact, maxLength }: ContentRecording): string | undefined {
  try {
    return text.length > MAX_LOOKED_AT_LENGTH ? omittedPart(text) : ellipsized(redact(text), maxLength);
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Returns the model's text of a result, redacted and then truncated; images and files only by their type. */
export function recordedOutput(
  content: readonly ContentPart[],
  { redact, maxLength }: ContentRecording,
): string | undefined {
  try {
    const text = content.map((part) => textOf(part, redact)).join("\n");
    return ellipsized(text, maxLength);
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

function textOf(part: ContentPart, redact: (text: string) => string): string {
  switch (part.type) {
    case "text":
      return part.text.length > MAX_LOOKED_AT_LENGTH ? omittedPart(part.text) : redact(part.text);
    case "json": {
      const json = JSON.stringify(part.value);
      return json.length > MAX_LOOKED_AT_LENGTH
        ? omittedPart(json)
        : JSON.stringify(redactJson(part.value, redact));
    }
    default:
      return `[${part.type}]`;
  }
}

function omittedPart(text: string): string {
  return `[${text.length} characters]`;
}
