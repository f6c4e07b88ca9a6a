/** Levels of a nested value: more than any function that calls itself survives. */
export const LEVELS = 20_000;

/** Returns a value in many levels around a text. */
export function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = "x";
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

/**
 * Returns an object that has another one like it at every name, without end.
 *
 * @param names - the names that it lists
 */
export function endless(names: readonly string[] = ["more"]): unknown {
  return new Proxy(
    {},
    {
      get: (_target, name) => (typeof name === "symbol" || name === "then" ? undefined : endless(names)),
      has: () => true,
      ownKeys: () => [...names],
      getOwnPropertyDescriptor: (_target, name) =>
        names.includes(name as string)
          ? { value: endless(names), enumerable: true, configurable: true, writable: true }
          : undefined,
    },
  );
}

/** Returns a list that never ends, for code that trusts its length or its iterator. */
export function endlessList(item: unknown): unknown {
  return new Proxy([], {
    get(target, name) {
      if (name === "length") return 4_294_967_295;
      return typeof name === "string" && /^\d+$/.test(name) ? item : Reflect.get(target, name);
    },
  });
}

/** Returns a proxy of an object that no code can look into. */
export function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** Returns an object of which a member further inside is the object itself. */
export function cycle(): unknown {
  const inner: Record<string, unknown> = { text: "x" };
  const outer = { list: [1, inner] };
  inner.parent = outer;
  return outer;
}

/** Values that are too deep, have no end, or cannot be read, by name. */
export const ENDLESS: readonly (readonly [string, () => unknown])[] = [
  [`an object of ${LEVELS} levels`, () => nested(LEVELS, (inner) => ({ text: inner }))],
  [`a list of ${LEVELS} levels`, () => nested(LEVELS, (inner) => [inner])],
  ["a proxy without end", () => endless()],
  ["a proxy with three endless members each", () => endless(["a", "b", "c"])],
  ["a list of 4,294,967,295 numbers", () => endlessList(1)],
  ["a list of 4,294,967,295 proxies without end", () => endlessList(endless())],
  ["an object that contains itself", cycle],
  ["a revoked proxy", () => revoked({})],
  ["a revoked list", () => revoked([])],
];
