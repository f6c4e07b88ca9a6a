/** Nesting beyond which an input is refused, before the recursion of a validator or a tool runs out of stack. */
export const MAX_INPUT_DEPTH = 200;

/**
 * Says why an input must not go any further: a key `__proto__`, which would change the prototype of whatever it is
 * assigned to, or a nesting beyond 200 levels. Answers `undefined` for an input that is fine.
 *
 * Linear and without recursion, so that hostile nesting cannot exhaust the stack; a flat input costs one pass over its keys.
 */
export function findHostileInput(input: object): string | undefined {
  let level: readonly object[] = [input];
  // Host code may send what JSON cannot hold: an object within itself, or shared so often that paths explode.
  let seen: Set<object> | undefined;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_INPUT_DEPTH) {
      return `it is nested more than ${MAX_INPUT_DEPTH} levels deep. Send a flatter input.`;
    }
    const next: object[] = [];
    for (const container of level) {
      if (!Array.isArray(container) && Object.hasOwn(container, "__proto__")) {
        return 'it has a key "__proto__", which is never accepted. Leave it out.';
      }
      collectObjects(container, next);
    }
    if (next.length === 0) return undefined;
    seen ??= new Set(level);
    const known = seen;
    level = next.filter((member) => !known.has(member));
    for (const member of level) known.add(member);
  }
  return undefined;
}

function collectObjects(container: object, into: object[]): void {
  const members: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
  for (const member of members) {
    if (typeof member === "object" && member !== null) into.push(member);
  }
}
