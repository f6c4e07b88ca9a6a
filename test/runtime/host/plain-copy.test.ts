import { describe, expect, it } from "vitest";
import { ownCopy } from "../../../src/runtime/host/plain-copy.js";

describe("ownCopy", () => {
  it("copies lists and plain objects, and leaves a key __proto__ a key", () => {
    const value = JSON.parse('{"list":[{"a":1},null],"__proto__":{"polluted":true}}') as {
      list: { a: number }[];
    };
    const copy = ownCopy(value);
    expect(copy).toEqual(value);
    expect(Object.keys(copy)).toEqual(["list", "__proto__"]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    (copy.list[0] as { a: number }).a = 2;
    expect(value.list[0]?.a).toBe(1);
  });

  it("keeps one object that occurs twice, and one that contains itself, as they are", () => {
    const shared = { n: 1 };
    const value: Record<string, unknown> = { one: shared, other: shared };
    value.self = value;
    const copy = ownCopy(value);
    expect(copy.one).toBe(copy.other);
    expect(copy.one).not.toBe(shared);
    expect(copy.self).toBe(copy);
  });

  it("clones dates, maps and bytes, and shares what has no clone", () => {
    const act = () => 1;
    const value = { at: new Date(0), map: new Map([[1, { n: 1 }]]), bytes: Uint8Array.of(1, 2), act };
    const copy = ownCopy(value);
    expect(copy).toEqual(value);
    expect(copy.at).not.toBe(value.at);
    expect(copy.map.get(1)).not.toBe(value.map.get(1));
    expect(copy.bytes).not.toBe(value.bytes);
    expect(copy.act).toBe(act);
  });

  it.each([
    ["a getter that throws", Object.defineProperty({}, "a", { enumerable: true, get: () => raise() })],
    ["a revoked proxy", revoked()],
    ["a list of 4,294,967,295 empty places", new Array(4_294_967_295)],
  ])("neither throws nor waits for %s", (_title, value) => {
    expect(() => ownCopy(value)).not.toThrow();
  });
});

function raise(): never {
  throw new Error("no");
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
