import { ToolError } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import type { Yield } from "../../values/index.js";

/** Values, and groups of characters, of which the JSON is written in one step: some milliseconds. */
const MAX_STEP_WEIGHT = 20_000;

/** Characters of a string, or bytes, that count as one value. */
const CHARACTERS_PER_VALUE = 64;

/** Levels that are written in steps; deeper ones are written at once, as the engine limits them. */
const MAX_DEPTH = 200;

/** Maximum characters of the JSON of one output; the output store keeps no more. */
const MAX_JSON_CHARACTERS = 67_108_864;

/** Returns whether writing the JSON of a value would block the event loop for long. Stops counting at the limit. */
export function isLongJson(value: unknown): boolean {
  let weight = 0;
  let level: readonly unknown[] = [value];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const each of level) {
      weight += ownWeight(each);
      if (weight > MAX_STEP_WEIGHT) return true;
      if (typeof each !== "object" || each === null || ArrayBuffer.isView(each)) continue;
      for (const member of Array.isArray(each) ? each : Object.values(each)) next.push(member);
    }
    level = next;
  }
  return false;
}

function ownWeight(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / CHARACTERS_PER_VALUE;
  if (Array.isArray(value)) return 1 + value.length;
  return ArrayBuffer.isView(value) ? 1 + value.byteLength : 1;
}

/**
 * Returns the JSON of a long value, as `JSON.stringify` writes it, in steps with yields between them. Long bytes become a
 * sentence with their length.
 *
 * @throws TypeError for a value that contains itself, ToolError for more than 67,108,864 characters
 */
export function longJsonText(value: unknown, pause: Yield): Promise<string | undefined> {
  let available = MAX_JSON_CHARACTERS;
  const ancestors = new Set<object>();

  const taken = (text: string | undefined): string | undefined => {
    available -= text?.length ?? 0;
    if (available >= 0) return text;
    throw new ToolError(`Its output has more than ${MAX_JSON_CHARACTERS} characters as JSON.`);
  };
  const write = async (given: unknown, key: string): Promise<string | undefined> => {
    const pausing = pause();
    if (pausing !== undefined) await pausing;
    const part = jsonValueOf(given, key);
    if (typeof part !== "object" || part === null || ancestors.size >= MAX_DEPTH || !isLongJson(part)) {
      return taken(JSON.stringify(part));
    }
    if (ArrayBuffer.isView(part)) return taken(JSON.stringify(`(${counted(part.byteLength, "byte")})`));
    if (ancestors.has(part)) throw new TypeError("The value contains itself, so it has no JSON.");
    ancestors.add(part);
    const texts: string[] = [];
    if (Array.isArray(part)) {
      for (let index = 0; index < part.length; index += 1) {
        texts.push((await write(part[index], String(index))) ?? "null");
      }
    } else {
      for (const [name, member] of Object.entries(part)) {
        const text = await write(member, name);
        if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
      }
    }
    ancestors.delete(part);
    return Array.isArray(part) ? `[${texts.join(",")}]` : `{${texts.join(",")}}`;
  };
  return write(value, "");
}

/** Returns the value that JSON represents an object by, as `JSON.stringify` finds it. */
function jsonValueOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  // The bytes of Node have a toJSON that returns a list of numbers.
  return typeof toJSON === "function" && !ArrayBuffer.isView(value) ? toJSON.call(value, key) : value;
}
