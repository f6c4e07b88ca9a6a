/** Maximum nesting of a JSON Schema document that is copied; real ones stay below twenty. */
const MAX_DEPTH = 512;

/**
 * Copies a value that must be plain JSON and freezes it deeply; keys keep their order and a property with the
 * value `undefined` is omitted.
 *
 * @throws TypeError that names the path, for a function, symbol, bigint, non-finite number, class instance,
 *   cycle or a nesting deeper than 512
 */
export function copyJson(value: unknown): unknown {
  return copy(value, "#", 0);
}

function copy(value: unknown, path: string, depth: number): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "object")
    throw new TypeError(`${path} is ${typeName(value)}, which JSON cannot represent`);
  if (depth >= MAX_DEPTH) throw new TypeError(`${path} is nested too deeply or contains itself`);
  if (Array.isArray(value)) {
    return Object.freeze(value.map((element, index) => copy(element, `${path}/${index}`, depth + 1)));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`${path} is ${typeName(value)}, which JSON cannot represent`);
  }
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]): [string, unknown] => [key, copy(member, `${path}/${key}`, depth + 1)]);
  // fromEntries defines properties instead of assigning them, so a key `__proto__` remains a key.
  return Object.freeze(Object.fromEntries(entries));
}

function typeName(value: unknown): string {
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  return `an instance of ${value.constructor?.name ?? "a class"}`;
}
