/**
 * Checks a value of a port. Returns it, or a copy that later changes do not reach; throws a text that states the
 * problem. Anything else that is thrown means that the value cannot be read.
 */
export type Check = (value: unknown, label: string) => unknown;

/** Accepts any value. */
export const anything: Check = (value) => value;

/** Ignores the value. */
export const nothing: Check = () => undefined;

/** Requires a string. */
export const text: Check = (value) => {
  if (typeof value === "string") return value;
  throw "it must be a string";
};

/** Requires a boolean. */
export const flag: Check = (value) => {
  if (typeof value === "boolean") return value;
  throw "it must be a boolean";
};

/** Requires a finite number that is not negative. */
export const amount: Check = (value) => {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw "it must be a number of at least 0";
};

/** Requires bytes. */
export const bytes: Check = (value) => {
  // A proxy of bytes passes `instanceof`, but cannot be read.
  if (ArrayBuffer.isView(value) && value instanceof Uint8Array) return value;
  throw "it must be a Uint8Array";
};

/** Requires an object. */
export const object: Check = (value) => {
  if (typeof value === "object" && value !== null) return value;
  throw "it must be an object";
};

/** Accepts `undefined` as well. */
export function optional(check: Check): Check {
  return (value, label) => (value === undefined ? undefined : check(value, label));
}

/** Requires one of several strings. */
export function oneOf(...values: readonly string[]): Check {
  return (value) => {
    if (values.includes(value as string)) return value;
    throw `it must be one of ${values.join(", ")}`;
  };
}

/** Items of the longest list that a port may return: a proxy may claim any length. */
const MAX_ITEMS = 10_000_000;

/** Requires a list whose items pass a check; returns a copy. */
export function listOf(check: Check): Check {
  return (value, label) => {
    if (!Array.isArray(value)) throw "it must be a list";
    if (!(value.length <= MAX_ITEMS)) throw `it must have at most ${MAX_ITEMS} items`;
    return Array.from(value, (item: unknown, index) => named(`[${index}]`, () => check(item, label)));
  };
}

/** Requires a list; returns a copy of its first items, which must pass a check. */
export function firstOf(most: number, check: Check): Check {
  const items = listOf(check);
  return (value, label) => items(Array.isArray(value) ? value.slice(0, most) : value, label);
}

/** Requires an object whose named fields pass their checks; returns a copy with all its own fields. */
export function record(fields: Readonly<Record<string, Check>>): Check {
  return (value, label) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw "it must be an object";
    const copy: Record<string, unknown> = { ...value };
    for (const [field, check] of Object.entries(fields)) {
      const read = named(field, () => check((value as Record<string, unknown>)[field], label));
      if (read !== undefined) copy[field] = read;
    }
    return copy;
  };
}

function named<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (thrown) {
    throw typeof thrown === "string" ? `${field}: ${thrown}` : thrown;
  }
}
