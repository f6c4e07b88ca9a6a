import type { ContentPart } from "../../contract/index.js";
import { redactJson } from "../../runtime/index.js";
import { ellipsized } from "../../text/index.js";

/** How much of an input or output is looked at; a longer one is left out, so that a file of megabytes costs nothing. */
const MAX_LOOKED_AT_LENGTH = 1_000_000;

/** How contents are recorded. */
export interface ContentRecording {
  readonly redact: (text: string) => string;
  /** Characters of one content. */
  readonly maxLength: number;
}

/**
 * An input as JSON, redacted, then cut: the other way round half a secret would get through. Nothing for what JSON cannot hold
 * and where `redact` fails.
 */
export function recordedInput(input: unknown, { redact, maxLength }: ContentRecording): string | undefined {
  try {
    const json = JSON.stringify(input);
    if (json === undefined) return undefined;
    if (json.length > MAX_LOOKED_AT_LENGTH) return omittedPart(json);
    // Through JSON first: dates, URLs and the like turn into the strings that are redacted.
    return ellipsized(JSON.stringify(redactJson(JSON.parse(json), redact)), maxLength);
  } catch {
    return undefined;
  }
}

/** A text, redacted, then cut. */
export function recordedText(text: string, { redact, maxLength }: ContentRecording): string | undefined {
  try {
    return text.length > MAX_LOOKED_AT_LENGTH ? omittedPart(text) : ellipsized(redact(text), maxLength);
  } catch {
    return undefined;
  }
}

/** What the model reads of a result, redacted, then cut; images and files by their type only. */
export function recordedOutput(
  content: readonly ContentPart[],
  { redact, maxLength }: ContentRecording,
): string | undefined {
  try {
    const text = content.map((part) => textOf(part, redact)).join("\n");
    return ellipsized(text, maxLength);
  } catch {
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
