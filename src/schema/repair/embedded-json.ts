import { findOversizedJson } from "./input-limits.js";

const FENCE = "```";

/**
 * Most blanks and line feeds at one end of the text, in UTF-16 code units. Removing 8 MB of them takes 100 ms; models send a few.
 */
const MAX_BLANKS = 65_536;

/**
 * Parses a JSON object or array that was sent as text, even inside a code fence.
 *
 * Returns `undefined` for anything else: text that is not JSON, a number, a string, more than an input may
 * contain, more than {@link MAX_BLANKS} at one end. Linear in the text.
 */
export function parseEmbeddedJson(text: string): object | undefined {
  const body = stripFence(trimmed(text));
  if (!body.startsWith("{") && !body.startsWith("[")) return undefined;
  if (findOversizedJson(body) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function stripFence(text: string): string {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return text;
  const firstLineEnd = text.indexOf("\n");
  const body = firstLineEnd === -1 ? "" : text.slice(firstLineEnd + 1, -FENCE.length);
  return trimmed(body);
}

/** Returns a text without the blanks around it; an empty text where one end has too many. */
function trimmed(text: string): string {
  const head = text.slice(0, MAX_BLANKS);
  const tail = text.slice(-MAX_BLANKS);
  const before = head.length - head.trimStart().length;
  const after = tail.length - tail.trimEnd().length;
  if (before === head.length || after === tail.length) return "";
  return text.slice(before, text.length - after);
}
