import { describe, expect, it } from "vitest";
import { finderOperation } from "../../../src/tools/agents/finder.js";
import { createWorkbench } from "../workbench.js";
import { fakeSubagents } from "./fake-subagents.js";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("finder", () => {
  it("returns the ranges in the finder's answer after checking them", async () => {
    const subagents = fakeSubagents(
      () => "- src/a.ts:2-3 – the heart\n- `src/b.ts:4-99`: runs over the end\n- src/b.ts",
    );
    const bench = await createWorkbench({ services: { subagents } });
    await bench.write({ "src/a.ts": lines(10), "src/b.ts": "one\ntwo\nthree\nfour\nlast without an end" });
    const found = await bench.run(finderOperation, { query: "Where is the heart?" });
    expect(subagents.requests[0]).toMatchObject({ kind: "finder", prompt: "Where is the heart?" });
    expect(subagents.requests[0]?.instructions).toContain("path/from/the/working/directory.ts:12-40");
    expect(found.ranges).toEqual([
      { path: bench.path("src/a.ts"), startLine: 2, endLine: 3, why: "the heart" },
      { path: bench.path("src/b.ts"), startLine: 4, endLine: 5, why: "runs over the end" },
      { path: bench.path("src/b.ts"), startLine: 1, endLine: 5, why: "" },
    ]);
    expect(found.dropped).toEqual([]);
  });

  it("drops missing, outside, secret and non-file paths and lines after the end, with the reasons", async () => {
    const answer = [
      "src/gone.ts:1-2 not there",
      "../outside/x.ts:1-2 elsewhere",
      ".env:1-1 the key",
      "`src/deep:1-2` a folder",
      "src/a.ts:500-600 behind the end",
      "link.ts:1-1 leads out",
      "see e.g. nothing/of.that for more",
      "src/a.ts:1-1 there",
    ].join("\n");
    const bench = await createWorkbench({ services: { subagents: fakeSubagents(() => answer) } });
    await bench.write({
      "src/a.ts": lines(10),
      "src/deep/": "",
      ".env": "KEY=1",
      "link.ts": { link: "/etc/passwd" },
    });
    const { ranges, dropped } = await bench.run(finderOperation, { query: "x" });
    expect(ranges.map(({ path }) => path)).toEqual([bench.path("src/a.ts")]);
    expect(dropped).toEqual([
      { path: "src/gone.ts", reason: "not-found" },
      { path: "../outside/x.ts", reason: "outside" },
      { path: ".env", reason: "secret" },
      { path: "src/deep", reason: "not-a-file" },
      { path: "src/a.ts:500-600", reason: "no-such-lines" },
      { path: "link.ts", reason: "outside" },
    ]);
  });

  it("does not count a file as read after counting its lines", async () => {
    const bench = await createWorkbench({
      staleness: "require-read",
      services: { subagents: fakeSubagents(() => "a.ts:1-1 x") },
    });
    await bench.write({ "a.ts": "one\n" });
    await bench.run(finderOperation, { query: "x" });
    await expect(bench.context.files.updateText("a.ts", () => ({ text: "two\n" }))).rejects.toMatchObject({
      code: "not-read",
    });
  });

  it.each(["", "I do not know.", "{}", "\u0000\u001b[2J", "x".repeat(300_000)])(
    "returns no ranges for an answer without any",
    async (answer) => {
      const bench = await createWorkbench({ services: { subagents: fakeSubagents(() => answer) } });
      expect(await bench.run(finderOperation, { query: "x" })).toMatchObject({ ranges: [], dropped: [] });
    },
  );

  it("names the query parameter when the query is empty, and offers no id to resume", async () => {
    const failing = fakeSubagents(() => ({ ended: "model-failed" }));
    const bench = await createWorkbench({ services: { subagents: failing } });
    expect((await bench.failure(finderOperation, { query: " " })).message).toMatch(/^query is empty/);
    const { message } = await bench.failure(finderOperation, { query: "x" });
    expect(message).toMatch(/^Subagent failed: the model failed\./);
    expect(message).not.toContain("task_id");
  });
});
