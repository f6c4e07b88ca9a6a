import { describe, expect, it } from "vitest";
import { anthropicToolset, openaiToolset } from "../../src/toolsets/index.js";
import { toolsetWorld } from "./toolset-world.js";

const BEFORE = "const a = {\n  // ... existing fields\n  b: 1,\n};\n// [...]\nrun(); // rest\nrun();\n";

/** Old texts that the file has once, and new ones with placeholders that it does not have. */
const CHANGES = [
  ["  // ... existing fields\n  b: 1,", "  // ... existing fields\n  b: 2,"],
  ["  // ... existing fields", "  // ... more fields ..."],
  ["// [...]", "// rest of the code"],
  ["};\n// [...]", "};\n..."],
] as const;

const rows = (sign: string, text: string) => text.split("\n").map((line) => `${sign}${line}`);
const hunk = (old: string, next: string) => ["@@", ...rows("-", old), ...rows("+", next)].join("\n");
const patch = (old: string, next: string) =>
  `*** Begin Patch\n*** Update File: f.ts\n${hunk(old, next)}\n*** End Patch`;

const TOOLS = [
  ["amp", "edit_file", (o: string, n: string) => ({ path: "f.ts", old_str: o, new_str: n })],
  ["amp", "multi_edit", (o: string, n: string) => ({ path: "f.ts", edits: [{ old_str: o, new_str: n }] })],
  ["amp", "apply_patch", (o: string, n: string) => ({ patch: patch(o, n) })],
  ["claude-code", "Edit", (o: string, n: string) => ({ file_path: "f.ts", old_string: o, new_string: n })],
  ["codex", "apply_patch", (o: string, n: string) => ({ input: patch(o, n) })],
  ["opencode", "edit", (o: string, n: string) => ({ filePath: "f.ts", oldString: o, newString: n })],
  ["gemini-cli", "replace", (o: string, n: string) => ({ file_path: "f.ts", old_string: o, new_string: n })],
  [
    anthropicToolset,
    "str_replace_based_edit_tool",
    (o: string, n: string) => ({ command: "str_replace", path: "f.ts", old_str: o, new_str: n }),
  ],
  [
    openaiToolset,
    "apply_patch",
    (o: string, n: string) => ({ type: "update_file", path: "f.ts", diff: hunk(o, n) }),
  ],
] as const;

describe("a text with a placeholder that the file has exactly once", () => {
  it.each(TOOLS)("replaces a placeholder through the toolset %o by %s", async (toolset, name, inputOf) => {
    for (const [old, next] of CHANGES) {
      const world = await toolsetWorld(toolset);
      await world.write({ "f.ts": BEFORE });
      if (toolset === "claude-code") await world.call("Read", { file_path: "f.ts" });
      const result = await world.call(name, inputOf(old, next));
      expect(result.error?.message ?? result.status).toBe("done");
      expect(await world.file("f.ts")).toBe(BEFORE.replace(old, () => next));
    }
  });
});
