import { describe, expect, it } from "vitest";
import { nearestName, requireKnownKeys, requireKnownValue } from "../../src/values/index.js";

const KEYS = { permissions: true, plugins: true, model: true, mode: true } as const;

describe("nearestName", () => {
  it.each([
    ["permission", "permissions"],
    ["Permissions", "permissions"],
    ["plugin_s", "plugins"],
    ["mdoe", "mode"],
    ["modl", "model"],
    ["premisions", "permissions"],
  ])("finds %s", (name, nearest) => {
    expect(nearestName(name, Object.keys(KEYS))).toBe(nearest);
  });

  it.each(["", "x", "mo", "permit", "transport", "m".repeat(1_000_000)])(
    "finds nothing for a name that is not a typo",
    (name) => {
      expect(nearestName(name, Object.keys(KEYS))).toBeUndefined();
    },
  );

  it("returns the first of two equally close names", () => {
    expect(nearestName("mode1", ["mode2", "mode3"])).toBe("mode2");
  });
});

describe("requireKnownKeys", () => {
  it("accepts known keys, and unknown ones without a value", () => {
    expect(() => requireKnownKeys("x()", { model: 1, other: undefined }, KEYS)).not.toThrow();
  });

  it("names the nearest key", () => {
    expect(() => requireKnownKeys("x()", { permission: 1 }, KEYS)).toThrow(
      new TypeError('x() has no option "permission". Did you mean "permissions"?'),
    );
  });

  it("lists the keys if none is near, and shortens a long name", () => {
    expect(() => requireKnownKeys("x()", { ["y".repeat(500)]: 1 }, KEYS, "key")).toThrow(
      `x() has no key "${"y".repeat(80)}…". The keys are permissions, plugins, model, mode.`,
    );
  });

  it.each(["constructor", "__proto__", "toString"])(
    "does not take %s from the prototype of the list",
    (key) => {
      const given = JSON.parse(`{"${key}": 1}`);
      expect(() => requireKnownKeys("x()", given, KEYS)).toThrow(/has no option/);
    },
  );
});

describe("requireKnownValue", () => {
  it.each([
    ["of", 'network must be one of "on", "off", but it is "of".'],
    [true, 'network must be one of "on", "off", but it is true.'],
    [null, 'network must be one of "on", "off", but it is null.'],
    [["on"], 'network must be one of "on", "off", but it is a list.'],
  ])("refuses %j", (value, message) => {
    expect(() => requireKnownValue("network", value, ["on", "off"])).toThrow(new RangeError(message));
  });
});
