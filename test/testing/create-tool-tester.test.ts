import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { type AnyTool, defineTool, ToolError } from "../../src/core.js";
import { createToolTester, fakeClock, scriptedApprovals } from "../../src/testing/index.js";
import { ampToolset } from "../../src/toolsets/index.js";

const appendLine = defineTool({
  name: "append_line",
  description: "Adds a line to the end of a file.",
  kind: "edit",
  aliases: ["add_line"],
  inputSchema: z.object({ path: z.string(), line: z.string() }),
  parameterAliases: { path: ["filePath"] },
  facts: ({ path }) => ({ paths: [path] }),
  executionProfile: { resourceKeys: ({ path }) => [{ key: `file:${path}`, mode: "write" }] },
  execute: async ({ path, line }, { files }) => {
    await files.updateText(path, ({ text }) => ({ text: `${text}${line}\n` }));
    return { added: line.length };
  },
});

const files = { "a.txt": "one\n", "docs/b.txt": "two\n" };
const allowed = { files, permissions: "allow-all" } as const;

describe("createToolTester", () => {
  describe.each(["memory", "temp"] as const)("createToolTester with the backend %s", (backend) => {
    it("runs a tool through the whole pipeline and returns the changed files", async () => {
      await using tester = await createToolTester(appendLine, { ...allowed, backend });
      const result = await tester.call({ filePath: "a.txt", line: "two" });
      expect(result).toMatchObject({ status: "done", result: { added: 3 }, toolName: "append_line" });
      expect(result.metadata).toEqual({ repairs: [expect.stringContaining("filePath")] });
      expect(await tester.files()).toEqual({ "a.txt": "one\ntwo\n", "docs/b.txt": "two\n" });
      expect(await tester.changes()).toEqual([{ type: "changed", path: "a.txt" }]);
      expect(await tester.diff()).toBe("--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,2 @@\n one\n+two\n");
      expect(tester.events.types()).toEqual(["tool-call-start", "file-edited", "tool-result"]);
      expect(tester.touches).toContainEqual(
        expect.objectContaining({
          access: "write",
          path: `${tester.root}/a.txt`,
        }),
      );
    });

    it("starts with every kind of entry and reports created and deleted paths", async () => {
      const tool = ampToolset.tools.find(({ name }) => name === "move_file") as AnyTool;
      await using tester = await createToolTester(tool, {
        ...allowed,
        backend,
        files: {
          "run.sh": { content: "echo hi\n", mode: 0o755 },
          "bytes.bin": new Uint8Array([0, 255, 1]),
          empty: { directory: true },
          "deep/link": { symlinkTo: "../run.sh" },
        },
      });
      expect(await tester.files()).toEqual({
        "run.sh": "echo hi\n",
        "bytes.bin": new Uint8Array([0, 255, 1]),
      });
      expect((await tester.call({ source: "bytes.bin", destination: "empty/moved.bin" })).status).toBe(
        "done",
      );
      expect(await tester.diff()).toBe("deleted: bytes.bin\ncreated: empty/moved.bin\n");
    });
  });

  it("types results by the tool's output", async () => {
    await using tester = await createToolTester(appendLine, allowed);
    const result = await tester.call({ path: "a.txt", line: "x" });
    if (result.status === "done") expectTypeOf(result.result).toEqualTypeOf<{ added: number }>();
  });

  it("blocks a call that needs approval without an approver", async () => {
    await using tester = await createToolTester(appendLine, { files });
    expect((await tester.call({ path: "a.txt", line: "x" })).status).toBe("blocked-on-user");
    expect(await tester.diff()).toBe("");
  });

  it("asks the script for approvals and shows the questions", async () => {
    await using tester = await createToolTester(appendLine, {
      files,
      approvals: [true, { approved: false, reason: "Enough." }],
    });
    const input = { path: "a.txt", line: "x" };
    expect((await tester.call(input)).status).toBe("done");
    const refused = await tester.call(input);
    expect(refused.status).toBe("rejected-by-user");
    expect(refused.error?.message).toContain("Enough.");
    expect(tester.approvalRequests.map(({ callId }) => callId)).toEqual(["call-1", "call-2"]);
    expect(tester.approvalRequests[0]?.facts.paths).toEqual([{ path: "/workspace/a.txt", access: "write" }]);
  });

  it("accepts a scripted handler that reports unused answers", async () => {
    const approvals = scriptedApprovals([true, true]);
    await using tester = await createToolTester(appendLine, { files, approvals });
    await tester.call({ path: "a.txt", line: "x" });
    expect(() => approvals.assertComplete()).toThrow("the calls used only 1");
  });

  it("asks about a path outside of the folder although a rule allows the tool", async () => {
    await using tester = await createToolTester(appendLine, { files, permissions: [{ verdict: "allow" }] });
    const result = await tester.call({ path: "../outside.txt", line: "x" });
    expect(result).toMatchObject({ status: "blocked-on-user", decision: { source: "boundary" } });
  });

  it("plans the call against others", async () => {
    const read = ampToolset.tools.find(({ name }) => name === "Read") as AnyTool;
    await using tester = await createToolTester(appendLine, { ...allowed, tools: [read] });
    const plan = await tester.plan(
      { path: "a.txt", line: "x" },
      { input: { path: "docs/b.txt", line: "y" } },
      { name: "Read", input: { path: "a.txt" } },
    );
    expect(plan.calls.map(({ callId, waitsFor }) => [callId, waitsFor])).toEqual([
      ["planned-1", []],
      ["planned-2", []],
      ["planned-3", ["planned-1"]],
    ]);
    expect(plan.conflicts[0]?.reason).toBe("both touch /workspace/a.txt, the first writes");
    expect(await tester.diff()).toBe("");
  });

  it("calls the tool by its aliases", async () => {
    await using tester = await createToolTester(appendLine, allowed);
    const result = await tester.call({ path: "a.txt", line: "x" }, { name: "add_line" });
    expect(result).toMatchObject({ status: "done", requestedName: "add_line", toolName: "append_line" });
  });

  it("returns errors as results and allows repeated equal calls", async () => {
    await using tester = await createToolTester(appendLine, allowed);
    for (let time = 0; time < 5; time++) {
      const result = await tester.call({ path: "missing.txt", line: "x" });
      expect(result).toMatchObject({ status: "error", error: { errorCode: "not-found" } });
    }
    expect((await tester.call("nonsense")).error?.errorCode).toBe("invalid-input");
  });

  it("reaches a timeout with a fake clock without waiting", async () => {
    const slow = defineTool({
      name: "slow",
      description: "Waits for ever.",
      inputSchema: z.object({}),
      timeoutMs: 60_000,
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const clock = fakeClock();
    await using tester = await createToolTester(slow, { permissions: "allow-all", clock });
    const call = tester.call({});
    await tester.events.next("tool-call-start");
    await clock.advance(59_000);
    expect(tester.events.types()).toEqual(["tool-call-start"]);
    await clock.advance(1_100);
    expect(await call).toMatchObject({ status: "error", error: { errorCode: "timeout" } });
    expect(clock.now()).toBe(60_100);
    await clock.advance(0);
  });

  it("aborts a call through its signal", async () => {
    const controller = new AbortController();
    const stoppable = defineTool({
      name: "stoppable",
      description: "Waits for the abort.",
      inputSchema: z.object({}),
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new ToolError("stopped", { code: "cancelled" })));
          controller.abort();
        }),
    });
    await using tester = await createToolTester(stoppable, { permissions: "allow-all" });
    expect((await tester.call({}, { signal: controller.signal })).status).toBe("cancelled");
  });

  it("removes its folder, even if the options are invalid", async () => {
    const tester = await createToolTester(appendLine, { files, backend: "temp" });
    await access(tester.root);
    await tester[Symbol.asyncDispose]();
    await expect(access(dirname(tester.root))).rejects.toThrow("ENOENT");
    await expect(createToolTester(appendLine, { backend: "temp", timeoutMs: -1 })).rejects.toThrow(
      "timeoutMs",
    );
    await expect(createToolTester(appendLine, { files: { "../a": "x" }, backend: "temp" })).rejects.toThrow(
      "is not below the root",
    );
  });
});
