import { FNV_OFFSET, FNV_PRIME } from "../../text/index.js";
/** What a provider demands of a name. */
export interface NameRule {
  /** What a whole name must match. */
  readonly pattern: RegExp;
  readonly maxCharacters: number;
}

/** The names that every provider accepts: no dots (OpenAI), no digit first and 63 characters (Gemini). */
export const PORTABLE_NAMES: NameRule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/, maxCharacters: 63 };

/**
 * The name under which a provider knows a tool or a parameter: its own one where the rule allows, else a readable rest
 * of it with a fingerprint of the whole, `read file` as `read_file_9a3bb0c1`.
 *
 * A function of the name alone, so that it is the same whatever else is in the list, in every turn and process.
 */
export function wireName(name: string, rule: NameRule): string {
  if (rule.pattern.test(name)) return name;
  const mark = `_${fingerprint(name)}`;
  const legible = name.replace(/[^a-zA-Z0-9_]+/g, "_").slice(0, rule.maxCharacters - mark.length - 1);
  const readable = legible.replace(/_$/, "");
  return `${/^[a-zA-Z_]/.test(readable) ? "" : "_"}${readable}${mark}`;
}

/** 32 bits of FNV-1a over the UTF-16 code units, as eight hexadecimal digits. */
function fingerprint(text: string): string {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    for (const byte of [unit & 0xff, unit >> 8]) hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
