import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend, type ToolRuntimeOptions } from "../../src/index.js";
import { defineToolset, TOOLSETS } from "../../src/toolsets/index.js";

const FUNCTION = "function f() {\n  one();\n  two();\n}\n";

/** The edit of a block with an invented middle, in the words of Amp, which every toolset with an edit tool understands. */
const INVENTED = { path: "/w/a.ts", old_str: "function f() {\n  other();\n  words();\n}", new_str: "gone" };

async function edited(name: string, input: object, options: ToolRuntimeOptions) {
  const backend = memoryBackend({ files: { "/w/a.ts": FUNCTION } });
  await using runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all", ...options });
  await runtime.execute({ id: "0", name: "Read", input: { path: "/w/a.ts" } });
  const result = await runtime.execute({ id: "1", name, input });
  return {
    code: result.error?.errorCode ?? result.status,
    text: new TextDecoder().decode(backend.snapshot()["/w/a.ts"] as Uint8Array),
  };
}

const CASES = [
  ["amp", "edit_file", INVENTED],
  ["amp", "multi_edit", { path: "/w/a.ts", edits: [INVENTED] }],
  ["opencode", "edit", INVENTED],
  ["opencode", "multiedit", { path: "/w/a.ts", edits: [INVENTED] }],
  ["claude-code", "Edit", INVENTED],
  ["claude-code", "MultiEdit", { path: "/w/a.ts", edits: [INVENTED] }],
  ["gemini-cli", "replace", INVENTED],
] as const;

describe("the engine of edits", () => {
  it.each(CASES)("reaches the tool of %s named %s", async (toolset, name, input) => {
    expect(await edited(name, input, { toolset })).toEqual({ code: "no-match", text: FUNCTION });
    const chosen = await edited(name, input, { toolset, edits: { preset: "opencode" } });
    expect(chosen).toEqual({ code: "done", text: "gone\n" });
  });

  it("uses only the matchers that were named, and their thresholds", async () => {
    const shifted = { path: "/w/a.ts", old_str: "one();\ntwo();", new_str: "three();" };
    expect((await edited("edit_file", shifted, {})).code).toBe("done");
    expect((await edited("edit_file", shifted, { edits: { matchers: ["exact"] } })).code).toBe("no-match");
    const strict = { matchers: ["block-anchor"], thresholds: { singleCandidateSimilarity: 1 } } as const;
    expect((await edited("edit_file", INVENTED, { edits: strict })).code).toBe("no-match");
    const loose = { matchers: ["block-anchor"], thresholds: { singleCandidateSimilarity: 0 } } as const;
    expect((await edited("edit_file", INVENTED, { edits: loose })).code).toBe("done");
  });

  it("prefers the choice of the host to that of the toolset", async () => {
    const toolset = defineToolset({
      name: "mine",
      makeTools: () => TOOLSETS.amp.tools,
      edits: { preset: "opencode" },
    });
    expect((await edited("edit_file", INVENTED, { toolset })).code).toBe("done");
    expect((await edited("edit_file", INVENTED, { toolset, edits: { preset: "safe" } })).code).toBe(
      "no-match",
    );
  });

  it.each([
    [
      { preset: "opencod" },
      'edits.preset must be one of "safe", "opencode", but it is "opencod". Did you mean "opencode"?',
    ],
    [{ matchers: ["exakt"] }, 'edits.matchers[0] must be one of "exact", "line-ends"'],
    [
      { thresholds: { typoLetters: -1 } },
      "edits.thresholds.typoLetters must be a number of at least 0, but it is -1.",
    ],
  ])("refuses %j with the known names", (edits, message) => {
    const create = () => createToolRuntime({ edits: edits as never });
    expect(create).toThrow(RangeError);
    expect(create).toThrow(message);
    const define = () => defineToolset({ name: "mine", makeTools: () => [], edits: edits as never });
    expect(define).toThrow(`defineToolset.${message}`);
  });

  it("refuses an unknown key", () => {
    expect(() => createToolRuntime({ edits: { presett: "safe" } as never })).toThrow(
      'Did you mean "preset"?',
    );
  });
});
