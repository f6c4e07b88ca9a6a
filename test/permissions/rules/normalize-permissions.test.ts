import { describe, expect, it } from "vitest";
import { TOOL_KINDS } from "../../../src/contract/index.js";
import { checkRules, normalizePermissions, PERMISSION_PRESETS } from "../../../src/permissions/index.js";
import { allow, deny } from "../judging.js";

describe("normalizePermissions", () => {
  it.each(PERMISSION_PRESETS)("accepts the preset %s", (preset) => {
    const rules = normalizePermissions(preset);
    expect(Object.keys(rules.defaults)).toEqual(TOOL_KINDS);
    expect(rules.boundaries).toBe(preset === "allow-all" ? "allow" : "ask");
    expect(normalizePermissions({ preset })).toEqual(rules);
  });

  it("adds rules to the default preset, or to another", () => {
    const rule = deny({ command: "git push *" });
    expect(normalizePermissions([rule])).toEqual({ ...normalizePermissions("default"), rules: [rule] });
    const amp = normalizePermissions("amp");
    expect(normalizePermissions({ preset: "amp", rules: [rule] }).rules).toEqual([...amp.rules, rule]);
    expect(normalizePermissions(undefined)).toEqual(normalizePermissions("default"));
  });

  it("keeps the options for comparing paths", () => {
    const base = { homeDirectory: "/home/me", caseSensitive: false } as const;
    expect(normalizePermissions("default", base)).toMatchObject(base);
  });

  it("copies the rules, so that later changes have no effect", () => {
    const rule = { tool: "Bash", verdict: "deny" as "deny" | "allow", path: undefined };
    const rules = normalizePermissions([rule as never]);
    rule.verdict = "allow";
    expect(rules.rules).toEqual([{ tool: "Bash", verdict: "deny" }]);
    expect(Object.isFrozen(rules.rules[0])).toBe(true);
  });

  it.each<[string, unknown, typeof TypeError | typeof RangeError, RegExp]>([
    ["an unknown preset", "yolo", RangeError, /the preset must be one of .*"allow-all".* "yolo"/],
    ["an unknown preset in an object", { preset: "yolo" }, RangeError, /the preset must be .*"yolo"/],
    ["a preset of the prototype", "constructor", RangeError, /the preset must be/],
    ["an unknown key", { presets: "amp" }, TypeError, /no key "presets"\. Did you mean "preset"/],
    ["a number", 1, TypeError, /not 1/],
    ["null", null, TypeError, /not null/],
    ["rules that are no list", { rules: "all" }, TypeError, /rules must be a list, not "all"/],
    ["a rule that is no object", ["allow"], TypeError, /rule 1 must be an object.*not "allow"/],
    ["a rule without a verdict", [allow(), { tool: "Bash" }], RangeError, /rule 2: verdict must be/],
    ["an unknown verdict", [{ verdict: "maybe" }], RangeError, /but it is "maybe"/],
    [
      "a misspelt condition",
      [{ comand: "rm *", verdict: "deny" }],
      TypeError,
      /rule 1 has no key "comand"\. Did you mean "command"/,
    ],
    [
      "a condition that is not a string",
      [{ path: /x/, verdict: "deny" }],
      TypeError,
      /path must be a string/,
    ],
    ["an empty condition", [{ tool: " ", verdict: "allow" }], RangeError, /tool is empty/],
    [
      "an unknown kind",
      [{ kind: "write", verdict: "allow" }],
      RangeError,
      /kind must be one of .*"edit".*"write"/,
    ],
    [
      "braces with too many patterns",
      [{ path: "{a,b}".repeat(8), verdict: "deny" }],
      RangeError,
      /more than 100 patterns/,
    ],
  ])("refuses %s", (_title, input, type, message) => {
    expect(() => normalizePermissions(input as never)).toThrow(type);
    expect(() => normalizePermissions(input as never)).toThrow(message);
  });
});

describe("checkRules", () => {
  it("validates rules of an approval", () => {
    expect(checkRules([allow({ tool: "Read" })])).toEqual([allow({ tool: "Read" })]);
    expect(() => checkRules([{ verdict: "yes" } as never])).toThrow(RangeError);
    expect(() => checkRules("x" as never)).toThrow(TypeError);
  });
});
