import { hasManyMembers } from "../../contract/index.js";
import {
  MAX_INPUT_CHARACTERS,
  MAX_INPUT_DEPTH,
  MAX_INPUT_VALUES,
  NESTED_TOO_DEEP,
  TOO_MANY_CHARACTERS,
  TOO_MANY_VALUES,
} from "./input-limits.js";

/** The remaining limits of an input. */
interface Allowance {
  values: number;
  characters: number;
}

/**
 * Returns why an input must not be processed: a key `__proto__`, which would change the prototype of an
 * object it is assigned to, a nesting beyond 200 levels, more than 10,000 values or more than 8,388,608
 * characters. Returns `undefined` for a valid input.
 *
 * Linear and without recursion, so that hostile nesting cannot exhaust the stack; a flat input costs one pass
 * over its keys, and the check of a large input stops at the limit.
 */
export function findHostileInput(input: object): string | undefined {
  const allowance: Allowance = { values: MAX_INPUT_VALUES, characters: MAX_INPUT_CHARACTERS };
  let level: readonly object[] = [input];
  // Host code may send objects that JSON cannot represent: an object that contains itself, or one that is
  // shared so often that the number of paths explodes.
  let seen: Set<object> | undefined;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_INPUT_DEPTH) {
      return NESTED_TOO_DEEP;
    }
    const next: object[] = [];
    for (const container of level) {
      if (!Array.isArray(container) && Object.hasOwn(container, "__proto__")) {
        return 'it has a key "__proto__", which is never accepted. Leave it out.';
      }
      // The names of the members cannot be listed in part, which takes half a second for a million of them.
      if (hasManyMembers(container)) return TOO_MANY_VALUES;
      collectObjects(container, next, allowance);
      if (allowance.values < 0) return TOO_MANY_VALUES;
      if (allowance.characters < 0) return TOO_MANY_CHARACTERS;
    }
    if (next.length === 0) return undefined;
    seen ??= new Set(level);
    const known = seen;
    level = next.filter((member) => !known.has(member));
    for (const member of level) known.add(member);
  }
  return undefined;
}

function collectObjects(container: object, into: object[], allowance: Allowance): void {
  if (Array.isArray(container)) {
    allowance.values -= container.length;
    if (allowance.values < 0) return;
    for (const member of container) collect(member, into, allowance);
    return;
  }
  // A typed array has a key for each element.
  if (ArrayBuffer.isView(container)) {
    allowance.values -= container.byteLength;
    if (allowance.values < 0) return;
  }
  // Not Object.keys or Object.values, which first create a list of a million keys.
  for (const key in container) {
    if (!Object.hasOwn(container, key)) continue;
    allowance.values -= 1;
    allowance.characters -= key.length;
    if (allowance.values < 0) return;
    collect((container as Readonly<Record<string, unknown>>)[key], into, allowance);
  }
}

function collect(member: unknown, into: object[], allowance: Allowance): void {
  if (typeof member === "string") allowance.characters -= member.length;
  else if (typeof member === "object" && member !== null) into.push(member);
}
