import { describe, expect, it } from "vitest";
import {
  checkToolPermission,
  isHidden,
  isToolAvailable,
  type Mode,
  normalizePermissions,
  type ToolboxConfig,
} from "../../../src/permissions/index.js";
import { allow, ask, deny } from "../judging.js";

describe("checkToolPermission", () => {
  const native = { includeTools: ["Read", "Grep"] };
  it.each<[string, Mode, ToolboxConfig | undefined, boolean]>([
    ["Read", native, undefined, true],
    ["Bash", native, undefined, false],
    ["read", native, undefined, false],
    ["mcp__github__search", native, undefined, false],
    ["mcp__github__search", { ...native, allowMcp: false }, undefined, false],
    ["mcp__github__search", { ...native, allowMcp: true }, undefined, true],
    ["mcp__github__search", { includeTools: ["mcp__github__search"] }, undefined, false],
    ["tb__deploy", native, undefined, false],
    ["tb__deploy", { ...native, allowToolbox: true }, undefined, true],
    ["tb__deploy", { ...native, allowToolbox: true }, { subagentTypes: ["finder"] }, true],
    ["tb__deploy", { ...native, allowToolbox: true, subagentType: "finder" }, undefined, true],
    ["tb__deploy", { ...native, allowToolbox: true, subagentType: "finder" }, {}, true],
    [
      "tb__deploy",
      { ...native, allowToolbox: true, subagentType: "finder" },
      { subagentTypes: ["finder"] },
      true,
    ],
    [
      "tb__deploy",
      { ...native, allowToolbox: true, subagentType: "finder" },
      { subagentTypes: ["all"] },
      true,
    ],
    [
      "tb__deploy",
      { ...native, allowToolbox: true, subagentType: "oracle" },
      { subagentTypes: ["finder"] },
      false,
    ],
    ["tb__deploy", { ...native, allowToolbox: true, subagentType: "oracle" }, { subagentTypes: [] }, false],
    ["tb__deploy", { ...native, subagentType: "finder" }, { subagentTypes: ["all"] }, false],
  ])("%s in the mode %j with %j: %s", (name, mode, toolbox, expected) => {
    expect(checkToolPermission(name, mode, toolbox)).toBe(expected);
  });
});

describe("isToolAvailable", () => {
  const mode = { includeTools: ["edit"], allowMcp: false, allowToolbox: true, subagentType: "finder" };

  it("returns true for every tool without a mode", () => {
    expect(isToolAvailable({ names: ["x"], source: "mcp" }, undefined)).toBe(true);
  });

  it("recognises a tool by any of its names", () => {
    expect(isToolAvailable({ names: ["edit_file", "edit"], source: "builtin" }, mode)).toBe(true);
    expect(isToolAvailable({ name: "edit_file", aliases: [{ name: "edit" }], source: "builtin" }, mode)).toBe(
      true,
    );
    expect(isToolAvailable({ name: "Bash", aliases: [], source: "builtin" }, mode)).toBe(false);
  });

  it("uses the source if the name has no prefix", () => {
    expect(isToolAvailable({ names: ["edit"], source: "mcp" }, mode)).toBe(false);
    expect(isToolAvailable({ names: ["deploy"], source: "toolbox" }, mode)).toBe(true);
    expect(
      isToolAvailable({ names: ["x"], source: "toolbox", toolbox: { subagentTypes: ["oracle"] } }, mode),
    ).toBe(false);
  });
});

describe("isHidden", () => {
  const tool = { names: ["Bash", "shell"], kind: "execute", source: "builtin" } as const;

  it.each([
    deny({ tool: "Bash" }),
    deny({ tool: "SHELL" }),
    deny({ tool: "*" }),
    deny({ kind: "execute" }),
    deny(),
  ])("hides a tool that is denied without conditions: %j", (rule) => {
    expect(isHidden(tool, normalizePermissions([rule, allow()]))).toBe(true);
  });

  it.each([
    deny({ tool: "Bash", command: "rm *" }),
    deny({ kind: "execute", path: "**" }),
    deny({ host: "*" }),
    deny({ tool: "Read" }),
    deny({ tool: "Bash", kind: "read" }),
    ask({ tool: "Bash" }),
  ])("lists a tool if some of its calls are allowed: %j", (rule) => {
    expect(isHidden(tool, normalizePermissions([rule]))).toBe(false);
  });

  it("hides tools that the mode excludes", () => {
    expect(isHidden(tool, { ...normalizePermissions("default"), mode: { includeTools: ["Read"] } })).toBe(
      true,
    );
  });

  it("hides everything that changes something under read-only", () => {
    const rules = normalizePermissions("read-only");
    const hidden = (
      ["read", "search", "think", "fetch", "edit", "delete", "move", "execute", "other"] as const
    ).filter((kind) => isHidden({ names: ["x"], kind, source: "host" }, rules));
    expect(hidden).toEqual(["edit", "delete", "move", "execute", "other"]);
  });
});
