import { describe, expect, it } from "vitest";
import { isHidden, normalizePermissions } from "../../../src/permissions/index.js";
import { allow, ask, call, decide, deny, path } from "../judging.js";

const denyAll = deny({ command: "*", overridable: true });

describe("an overridable deny rule", () => {
  it("denies what no later rule matches", () => {
    const rules = [denyAll, allow({ command: "git status *" })];
    expect(decide(call("Bash", { command: "git status" }), rules).verdict).toBe("allow");
    expect(decide(call("Bash", { command: "rm a" }), rules).verdict).toBe("deny");
    expect(decide(call("Bash", { command: "git status && rm a" }), rules).verdict).toBe("deny");
    expect(decide(call("Bash", { command: "git status > a" }), rules).verdict).toBe("deny");
  });

  it("wins over earlier rules", () => {
    const rules = [allow({ command: "git *" }), deny({ command: "git push *", overridable: true })];
    expect(decide(call("Bash", { command: "git push" }), rules).verdict).toBe("deny");
    expect(decide(call("Bash", { command: "git log" }), rules).verdict).toBe("allow");
  });

  it("leaves paths outside the roots closed after an earlier allow rule", () => {
    const outside = call("Read", { paths: [path("/etc/hosts", "read")] });
    const rules = [allow({ path: "/etc/**" }), deny({ path: "/etc/**", overridable: true }), allow()];
    expect(decide(outside, rules).verdict).toBe("ask");
  });

  it("does not hide its tool", () => {
    const tool = { names: ["Bash"], kind: "execute", source: "builtin" } as const;
    expect(isHidden(tool, normalizePermissions([deny({ kind: "execute", overridable: true })]))).toBe(false);
    expect(isHidden(tool, normalizePermissions([deny({ kind: "execute" })]))).toBe(true);
  });

  it("loses to no allow rule if it is not overridable", () => {
    expect(decide(call("Bash", { command: "ls" }), [deny({ command: "*" }), allow()]).verdict).toBe("deny");
  });

  it("throws for other verdicts and values", () => {
    expect(() => normalizePermissions([{ ...ask(), overridable: true }])).toThrow(RangeError);
    expect(() => normalizePermissions([{ ...deny(), overridable: 1 as never }])).toThrow(TypeError);
  });
});
