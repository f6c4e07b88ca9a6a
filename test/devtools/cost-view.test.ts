import { describe, expect, it } from "vitest";
import { costOf, MAX_EXPENSIVE_CALLS } from "../../src/devtools/page/cost-view.js";
import type { CallView } from "../../src/devtools/page/run-view.js";

const call = (
  key: string,
  toolName: string,
  sizes: { readonly input: number; readonly text: number },
): CallView => ({
  record: {
    ...{ type: "call", run: 1, call: key, at: 1, id: key, toolName, requestedName: toolName },
    ...{ kind: "read", input: "i".repeat(sizes.input), repairCount: 0, conflicts: [] },
  },
  from: 1,
  waitedFor: [],
  end: { type: "end", call: key, at: 2, status: "done", text: "t".repeat(sizes.text), files: [] },
});

describe("costOf", () => {
  it("sums up the tokens of definitions, inputs and results by tool, the most expensive first", () => {
    const calls = [call("1", "Read", { input: 40, text: 4_000 }), call("2", "Read", { input: 40, text: 1 })];
    const { tools, total } = costOf(calls, [
      { name: "Bash", characters: 8_000 },
      { name: "Read", characters: 400 },
    ]);
    expect(tools).toEqual([
      { toolName: "Bash", schemaTokens: 2_000, calls: 0, inputTokens: 0, resultTokens: 0 },
      { toolName: "Read", schemaTokens: 100, calls: 2, inputTokens: 20, resultTokens: 1_001 },
    ]);
    expect(total).toEqual({ schemaTokens: 2_100, calls: 2, inputTokens: 20, resultTokens: 1_001 });
  });

  it("counts calls of tools that were not offered", () => {
    expect(costOf([call("1", "nope", { input: 4, text: 4 })], []).tools).toMatchObject([
      { toolName: "nope", schemaTokens: 0, calls: 1 },
    ]);
  });

  it("lists the largest calls, and not all of a long run", () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      call(`${index}`, "Read", { input: 4, text: index * 4 }),
    );
    const { expensive } = costOf(calls, []);
    expect(expensive).toHaveLength(MAX_EXPENSIVE_CALLS);
    expect(expensive[0]).toMatchObject({ tokens: 100, call: { record: { id: "99" } } });
  });
});
