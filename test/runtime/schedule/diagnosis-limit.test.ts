import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import type { ChangeReport, Diagnostics } from "../../../src/contract/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { deferred, manualClock } from "../fixtures.js";

const REPORT: ChangeReport = {
  diagnostics: [{ path: "/w/a.txt", line: 1, column: 1, severity: "error", message: "wrong" }],
  elsewhere: [],
  complete: true,
  servers: ["checker"],
  problems: [],
};

const call = { id: "1", name: "edit_file", input: { path: "/w/a.txt", old_str: "one", new_str: "1" } };

/**
 * Edits a file of a backend whose servers answer as told; returns the time at which the result came. The clock must
 * not advance before the servers were asked: the edit engine loads on first use, in its own time.
 */
function edit(answer: Diagnostics["afterChange"], onApproval?: () => Promise<boolean>) {
  const clock = manualClock();
  const asked = deferred<void>();
  const afterChange: Diagnostics["afterChange"] = (...given) => {
    asked.resolve();
    return answer(...given);
  };
  const diagnostics: Diagnostics = { afterChange, current: async () => REPORT };
  const runtime = createToolRuntime({
    ...{ cwd: "/w", clock, diagnosticsBudgetMs: 2_500 },
    backend: { ...memoryBackend({ files: { "/w/a.txt": "one" } }), diagnostics },
    permissions: [
      { tool: "edit_file", verdict: "allow" },
      { kind: "execute", verdict: "ask" },
    ],
    ...(onApproval !== undefined && { onApproval }),
  });
  const result = runtime.execute(call).then((given) => ({ ...given, at: clock.now() }));
  return { clock, asked: asked.promise, result };
}

describe("language servers that ignore their budget", () => {
  it("delay the result of an edit by at most 5 seconds", async () => {
    const { clock, asked, result } = edit(() => new Promise(() => {}));
    await asked;
    await clock.advance(600_000);
    const { status, content, at } = await result;
    expect({ status, parts: content.length, at }).toEqual({ status: "done", parts: 1, at: 7_500 });
    expect(clock.pending()).toBe(0);
  });

  it("get their budget again after the question before they start", async () => {
    const answer = deferred<boolean>();
    const question = deferred<void>();
    const { clock, result } = edit(
      async (_paths, { mayStart }) => {
        expect(await mayStart("checker --stdio")).toBe(true);
        return REPORT;
      },
      () => {
        question.resolve();
        return answer.promise;
      },
    );
    await question.promise;
    await clock.advance(900_000);
    answer.resolve(true);
    await clock.advance(1);
    expect(await result).toMatchObject({ status: "done", metadata: { diagnostics: { complete: true } } });
  });
});
