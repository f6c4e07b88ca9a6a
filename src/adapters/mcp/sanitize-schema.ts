import type { JsonObjectSchema } from "../../contract/index.js";
import { showHiddenCharacters } from "../../permissions/index.js";

/** Characters of a foreign tool's description that a model sees; twice what careful servers write. */
const MAX_DESCRIPTION_LENGTH = 4_096;

/** Characters of a foreign schema as JSON; the largest schemas of real servers stay below 30,000. */
const MAX_SCHEMA_LENGTH = 65_536;

/** Maximum nesting of a foreign schema. */
const MAX_SCHEMA_DEPTH = 32;

/** Result of sanitizing a foreign schema. */
export type SanitizedSchema =
  | { readonly schema: JsonObjectSchema; readonly checked: JsonObjectSchema }
  | { readonly problem: string };

/**
 * Sanitizes a server's schema for display and compilation, or returns why it cannot be used.
 *
 * `schema` is shown to the model, with bounded texts and escaped hidden characters. `checked` validates inputs: the same
 * schema without regular expressions that may take exponential time; the server checks those itself.
 */
export function sanitizeSchema(given: unknown): SanitizedSchema {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return { problem: "its input schema is not an object" };
  }
  if (measureDepth(given) > MAX_SCHEMA_DEPTH) {
    return { problem: `its input schema is nested more than ${MAX_SCHEMA_DEPTH} levels deep` };
  }
  const length = JSON.stringify(given).length;
  if (length > MAX_SCHEMA_LENGTH) {
    return {
      problem: `its input schema has ${length} characters, more than the ${MAX_SCHEMA_LENGTH} allowed`,
    };
  }
  const remote = findRemoteReference(given);
  if (remote !== undefined)
    return { problem: `its input schema refers to ${JSON.stringify(remote.slice(0, 80))}` };
  const schema = mapObjects(given, (object) => cleanTexts(withoutDialect(object))) as JsonObjectSchema;
  const checked = mapObjects(schema, withoutWildPatterns) as JsonObjectSchema;
  return { schema, checked };
}

/** Sanitizes a text of a server for a model: bounded, with hidden characters escaped. */
export function sanitizeText(text: unknown, maxLength: number = MAX_DESCRIPTION_LENGTH): string {
  if (typeof text !== "string") return "";
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}… (cut)` : text;
  return showHiddenCharacters(shortened);
}

function measureDepth(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null || depth > MAX_SCHEMA_DEPTH) return depth;
  let deepest = depth;
  for (const member of Object.values(value)) deepest = Math.max(deepest, measureDepth(member, depth + 1));
  return deepest;
}

/** Finds a `$ref` to another document: a server must not cause a fetch. */
function findRemoteReference(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if ((key === "$ref" || key === "$dynamicRef") && typeof member === "string" && !member.startsWith("#")) {
      return member;
    }
    const found = findRemoteReference(member);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mapObjects(
  value: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(value)) return value.map((member) => mapObjects(member, change));
  if (typeof value !== "object" || value === null) return value;
  const mapped = Object.entries(value).map(([key, member]) => [key, mapObjects(member, change)] as const);
  return change(Object.fromEntries(mapped));
}

// An `$id` would make references to the document itself look external.
function withoutDialect(object: Record<string, unknown>): Record<string, unknown> {
  const { $schema, $id, ...rest } = object;
  return {
    ...rest,
    // Properties may have these names; the keywords have string values.
    ...($schema !== undefined && typeof $schema !== "string" && { $schema }),
    ...($id !== undefined && typeof $id !== "string" && { $id }),
  };
}

function cleanTexts(object: Record<string, unknown>): Record<string, unknown> {
  const texts = ["description", "title", "$comment"].filter((key) => typeof object[key] === "string");
  return { ...object, ...Object.fromEntries(texts.map((key) => [key, sanitizeText(object[key])])) };
}

function withoutWildPatterns(object: Record<string, unknown>): Record<string, unknown> {
  const { pattern, patternProperties } = object;
  const kept = { ...object };
  if (typeof pattern === "string" && !isLinearPattern(pattern)) delete kept.pattern;
  if (typeof patternProperties === "object" && patternProperties !== null) {
    const all = Object.keys(patternProperties);
    // Without one key its properties would become additional ones, so all keys are removed, and `additionalProperties:
    // false` with them.
    if (!all.every(isLinearPattern)) {
      delete kept.patternProperties;
      delete kept.additionalProperties;
      delete kept.unevaluatedProperties;
    }
  }
  return kept;
}

/** Number of ways in which a pattern may match at one position, without its unbounded part; each may have to be tried. */
const MAX_WAYS = 256;

/**
 * Returns whether a pattern surely takes linear time: no quantified groups, look-arounds or back-references, few ways to
 * match alternatives and bounded quantifiers, and at most one unbounded quantifier, only after `^`.
 */
export function isLinearPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
  } catch {
    // The compiler reports what is wrong with it.
    return true;
  }
  const plain = pattern
    .replace(/\\[^1-9k]/g, "a")
    .replace(/\[(?:\\[\s\S]|[^\]\\])*(?:\]|\\?$)/g, "a")
    .replace(/([*+?}])\?/g, "$1")
    .replace(/\(\?:/g, "(");
  if (/\\[1-9k]|\(\?|\)[*+?{]/.test(plain)) return false;
  const alternatives = plain.split(/[()]/).map((part) => part.split("|").length);
  const ranges = [...plain.matchAll(/\{(\d+)(?:,(\d*))?\}|[*+?]/g)].map(rangeOf);
  const unbounded = ranges.filter((range) => range > MAX_WAYS).length;
  const bounded = ranges.filter((range) => range <= MAX_WAYS);
  const ways = [...alternatives, ...bounded].reduce((product, each) => product * each, 1);
  return ways <= MAX_WAYS && (unbounded === 0 || (unbounded === 1 && /^\^[^|]*$/.test(plain)));
}

/** Returns in how many ways a quantifier can match. */
function rangeOf([sign, least, most]: RegExpMatchArray): number {
  if (sign === "?") return 2;
  if (least === undefined || most === "") return Number.POSITIVE_INFINITY;
  return most === undefined ? 1 : Number(most) - Number(least) + 1;
}
