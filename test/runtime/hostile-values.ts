/** Hostile values by name that a host's function, a queue or a page may throw, reject with or return. */

/** A function that always throws. */
export function revokedProxy(target: object = {}): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as never;
}

/** An object whose every member throws when it is read. */
export function throwingGetters(): object {
  const thrower = {
    get() {
      throw new Error("a getter throws");
    },
  };
  const names = [
    "message",
    "name",
    "stack",
    "toString",
    "toJSON",
    "then",
    "status",
    "content",
    "error",
    "code",
  ];
  return Object.defineProperties(
    {},
    Object.fromEntries([
      ...names.map((name) => [name, thrower]),
      [Symbol.toPrimitive, thrower],
      [Symbol.iterator, thrower],
    ]),
  );
}

/** A proxy whose every trap throws. */
export function throwingProxy(target: object = {}): object {
  const fail = () => {
    throw new Error("a trap throws");
  };
  return new Proxy(target, {
    get: fail,
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
  });
}

/** An object that contains itself. */
export function cyclic(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

/** Factories of values to throw. */
export const THROWN: Readonly<Record<string, () => unknown>> = {
  "an error": () => new Error("boom"),
  "an error without a message": () => new Error(""),
  "a string": () => "boom",
  undefined: () => undefined,
  null: () => null,
  "a symbol": () => Symbol("boom"),
  "a bigint": () => 7n,
  "an object without a prototype": () => Object.create(null),
  "an object whose getters throw": throwingGetters,
  "an error whose getters throw": () =>
    Object.defineProperty(new Error("x"), "message", {
      get() {
        throw new Error("no message");
      },
    }),
  "an error whose message is not a string": () =>
    Object.assign(new Error("x"), { message: throwingGetters() }),
  "a proxy whose traps throw": throwingProxy,
  "a revoked proxy": revokedProxy,
  "a frozen object": () => Object.freeze({ message: "cold" }),
  "a cyclic object": cyclic,
  "a tool error without its fields": () => ({ [Symbol.for("collet.tool-error")]: true }),
  "a rejected promise": () => Promise.reject(new Error("never awaited")),
  "a promise that rejects with a rejected promise": () =>
    Promise.reject(Promise.reject(new Error("never awaited"))),
  "a rejected promise whose then is no function": () =>
    // biome-ignore lint/suspicious/noThenProperty: that is the misbehaviour.
    Object.defineProperty(Promise.reject(new Error("never awaited")), "then", { value: 5 }),
  "a promise that rejects with itself": () => {
    const promise: Promise<never> = Promise.resolve().then(() => Promise.reject(promise));
    return promise;
  },
};

/** Factories of values to return instead of the expected one. */
export const RETURNED: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  "a number": () => 5,
  NaN: () => Number.NaN,
  "a bigint": () => 7n,
  "a symbol": () => Symbol("x"),
  "a string": () => "text",
  "an empty object": () => ({}),
  "an object without a prototype": () => Object.create(null),
  "a list": () => [],
  "a list of nothing": () => [undefined, null, 5],
  "a sparse list": () => new Array(3),
  "a function": () => () => 1,
  "a cyclic object": cyclic,
  "an object whose getters throw": throwingGetters,
  "a proxy whose traps throw": throwingProxy,
  "a revoked proxy": revokedProxy,
  "a revoked proxy of a list": () => revokedProxy([]),
  "a text of a million characters": () => "x".repeat(1_000_000),
  "a promise that rejects": () => Promise.reject(new Error("later")),
  "a promise of undefined": () => Promise.resolve(undefined),
  "a thenable that throws": () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is the misbehaviour.
    then() {
      throw new Error("then throws");
    },
  }),
};
