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

/** Edits a file of a backend whose servers answer as told; returns the time at which the result came. */
function edit(afterChange: Diagnostics["afterChange"], onApproval?: () => Promise<boolean>) {
  const clock = manualClock();
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
  return { clock, result };
}

describe("language servers that ignore their budget", () => {
  it("delay the result of an edit by at most 5 seconds", async () => {
    const { clock, result } = edit(() => new Promise(() => {}));
    await clock.advance(600_000);
    const { status, content, at } = await result;
    expect({ status, parts: content.length, at }).toEqual({ status: "done", parts: 1, at: 7_500 });
    expect(clock.pending()).toBe(0);
  });

  it("get their budget again after the question before they start", async () => {
    const answer = deferred<boolean>();
    const { clock, result } = edit(
      async (_paths, { mayStart }) => {
        expect(await mayStart("checker --stdio")).toBe(true);
        return REPORT;
      },
      () => answer.promise,
    );
    await clock.advance(900_000);
    answer.resolve(true);
    await clock.advance(1);
    expect(await result).toMatchObject({ status: "done", metadata: { diagnostics: { complete: true } } });
  });
});
