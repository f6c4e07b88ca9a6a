import { FNV_OFFSET, FNV_PRIME } from "../../text/index.js";
/** Rule of a provider for names. */
export interface NameRule {
  /** Pattern that a whole name must match. */
  readonly pattern: RegExp;
  readonly maxCharacters: number;
}

/** Names that every provider accepts: no dots (OpenAI), no leading digit and 63 characters (Gemini). */
export const PORTABLE_NAMES: NameRule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/, maxCharacters: 63 };

/**
 * Returns the name under which a provider knows a tool or parameter: its own name if the rule allows it, otherwise its
 * readable part with a fingerprint of the whole, `read file` as `read_file_9a3bb0c1`.
 *
 * Depends only on the name, so it is equal in every list, turn and process.
 */
export function wireName(name: string, rule: NameRule): string {
  if (rule.pattern.test(name)) return name;
  const mark = `_${fingerprint(name)}`;
  const legible = name.replace(/[^a-zA-Z0-9_]+/g, "_").slice(0, rule.maxCharacters - mark.length - 1);
  const readable = legible.replace(/_$/, "");
  return `${/^[a-zA-Z_]/.test(readable) ? "" : "_"}${readable}${mark}`;
}

/** Returns FNV-1a (32 bits) over the UTF-16 code units, as eight hexadecimal digits. */
function fingerprint(text: string): string {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    for (const byte of [unit & 0xff, unit >> 8]) hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
