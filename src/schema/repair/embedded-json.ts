import { findOversizedJson } from "./input-limits.js";

const FENCE = "```";

/**
 * Parses a JSON object or array that was sent as text, even inside a code fence.
 *
 * Returns `undefined` for anything else: text that is not JSON, a number, a string, more than an input may
 * contain. Linear in the text.
 */
export function parseEmbeddedJson(text: string): object | undefined {
  const body = stripFence(text.trim());
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
  return body.trim();
}
