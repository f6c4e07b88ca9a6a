import { ignoreRejection } from "../../contract/index.js";
import { boundaryBefore } from "../../text/index.js";
import { createYield, type Yield } from "../../values/index.js";

/** UTF-16 code units of a string that are escaped in one step: a few milliseconds if all of them are line breaks. */
const STEP_CHARACTERS = 65_536;

/**
 * Writes a value as JSON with sorted keys, so that equal inputs have equal texts regardless of the order of their
 * keys.
 *
 * Omits `undefined` members as `JSON.stringify` does. A cycle or a bigint results in a text that no other value has,
 * because an approval must never be bound to a generic placeholder.
 */
export function canonicalJson(value: unknown): string {
  return written(value, sortKeys);
}

/**
 * Returns the text of {@link canonicalJson} in pieces. Long strings, such as the content of a file, are escaped in steps with yields to
 * the event loop.
 */
export async function canonicalJsonPieces(value: unknown): Promise<readonly string[]> {
  const long: string[] = [];
  // Random, so that no value contains it.
  const mark = crypto.randomUUID();
  const text = written(value, (key, part) => {
    if (typeof part !== "string" || part.length <= STEP_CHARACTERS) return sortKeys(key, part);
    const known = long.indexOf(part);
    return `${mark}${known < 0 ? long.push(part) - 1 : known}.`;
  });
  if (long.length === 0) return [text];
  const pause = createYield();
  const escaped: (readonly string[])[] = [];
  for (const each of long) escaped.push(await escapedInSteps(each, pause));
  const [first = "", ...others] = text.split(mark);
  const rest = others.flatMap((other) => {
    const end = other.indexOf(".");
    return [...(escaped[Number(other.slice(0, end))] ?? []), other.slice(end + 1)];
  });
  return [first, ...rest];
}

async function escapedInSteps(text: string, pause: Yield): Promise<readonly string[]> {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    await pause();
    const end = boundaryBefore(text, start + STEP_CHARACTERS);
    pieces.push(JSON.stringify(text.slice(start, end)).slice(1, -1));
    start = end;
  }
  return pieces;
}

function written(value: unknown, replace: (key: string, part: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replace) ?? "undefined";
  } catch (thrown) {
    ignoreRejection(thrown);
    return `unwritable:${crypto.randomUUID()}`;
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  // Built from entries, so that an own key `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );
}
