/** Expectations about a value; a failure is an `Error` that shows both values. */
export interface Expectation {
  /** Expects the same value, compared with `Object.is`. */
  toBe(expected: unknown): void;
  /** Expects equal data: arrays, byte arrays and plain objects by content; a property that is `undefined` counts as absent. */
  toEqual(expected: unknown): void;
}

/** Returns the few expectations that the suite needs, so that it works with every test runner. */
export function expectValue(actual: unknown): Expectation {
  const mismatch = (expected: unknown) => new Error(`Expected ${shown(expected)}, but got ${shown(actual)}.`);
  return {
    toBe(expected) {
      if (!Object.is(actual, expected)) throw mismatch(expected);
    },
    toEqual(expected) {
      if (!sameData(actual, expected)) throw mismatch(expected);
    },
  };
}

/** Returns whether two values contain the same data. */
function sameData(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null)
    return false;
  if (Object.getPrototypeOf(first) !== Object.getPrototypeOf(second)) return false;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  if (Array.isArray(first) && first.length !== (second as unknown[]).length) return false;
  return [...names].every((name) => sameData(Reflect.get(first, name), Reflect.get(second, name)));
}

function shown(value: unknown): string {
  if (value instanceof Error) return String(value);
  const text = JSON.stringify(value, null, 2);
  return text === undefined ? String(value) : text;
}
