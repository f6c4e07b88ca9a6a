import { describe, expect, it } from "vitest";
import { ToolError } from "../../../src/contract/index.js";
import { MAX_ANSWER_BYTES, MAX_PROMPT_CHARACTERS } from "../../../src/tools/agents/bounded-answer.js";
import { delegateOperation } from "../../../src/tools/agents/delegate.js";
import { createWorkbench } from "../workbench.js";
import { fakeSubagents } from "./fake-subagents.js";

const environment = { cwd: "/work" };

describe("delegate", () => {
  it("passes the task to the subagent and returns its answer with all details", async () => {
    const subagents = fakeSubagents(() => ({ text: "  Done it. ", steps: 3, trackFiles: ["/work/a.ts"] }));
    const bench = await createWorkbench({ services: { subagents } });
    const answer = await bench.run(delegateOperation, {
      prompt: "Do it.",
      description: "It",
      kind: "explore",
      tools: ["Read"],
    });
    expect(subagents.requests).toEqual([
      { kind: "explore", prompt: "Do it.", description: "It", tools: ["Read"] },
    ]);
    expect(answer).toEqual({
      id: "agent-1",
      kind: "explore",
      text: "Done it.",
      ended: "done",
      files: ["/work/a.ts"],
      steps: 3,
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    expect(bench.notes).toMatchObject({ subagent: { id: "agent-1", steps: 3, files: ["/work/a.ts"] } });
  });

  it.each([
    [undefined, "general"],
    ["general", "general"],
    ["general-purpose", "general"],
    ["Explore", "explore"],
    ["security-review", "Security_Review"],
    [" FINDER ", "finder"],
  ])("accepts the kind %s as %s", async (kind, started) => {
    const subagents = fakeSubagents(() => "ok");
    const bench = await createWorkbench({ services: { subagents } });
    await bench.run(delegateOperation, { prompt: "x", ...(kind !== undefined && { kind }) });
    expect(subagents.requests[0]?.kind).toBe(started);
  });

  it("names the available kinds for an unknown one, and starts nothing", async () => {
    const subagents = fakeSubagents(() => "ok");
    const bench = await createWorkbench({ services: { subagents } });
    const error = await bench.failure(delegateOperation, { prompt: "x", kind: "constructor" });
    expect(error.code).toBe("unknown-subagent");
    expect(error.message).toContain("'constructor'");
    expect(error.message).toContain("- explore: Looks around.");
    expect(subagents.requests).toEqual([]);
  });

  it("passes the id of the subagent to resume", async () => {
    const subagents = fakeSubagents(() => "ok");
    const bench = await createWorkbench({ services: { subagents } });
    await bench.run(delegateOperation, { prompt: "x", resume: " agent-7 " });
    expect(subagents.requests[0]).toMatchObject({ resume: "agent-7" });
    await bench.run(delegateOperation, { prompt: "x", resume: "" });
    expect(subagents.requests[1]).not.toHaveProperty("resume");
  });

  it.each(["max-steps", "max-tokens", "timeout", "repeated-calls"] as const)(
    "returns the text up to %s, the reason for the end and how to resume the subagent",
    async (ended) => {
      const subagents = fakeSubagents(() => ({ text: "Half.", ended, trackFiles: ["/work/a.ts"] }));
      const bench = await createWorkbench({ services: { subagents } });
      const answer = await bench.run(delegateOperation, {
        prompt: "x",
        wording: { resume: "the_id" },
      });
      expect(answer).toMatchObject({ text: "Half.", ended });
      expect(answer.notice).toMatch(/^The subagent did not finish: (?:it|its) /);
      expect(answer.notice).toContain("/work/a.ts");
      expect(answer.notice).toContain('the_id "agent-1"');
    },
  );

  it.each([
    ["model-failed", "The provider said 529.", "The provider said 529."],
    ["blocked-on-user", undefined, "it needs an approval, and no approver is available here."],
    ["cancelled", undefined, "it was cancelled."],
  ] as const)(
    "fails for %s, with the reason, the text so far and the changed files",
    async (ended, problem, reason) => {
      const subagents = fakeSubagents(() => ({
        text: "I was at it.",
        ended,
        trackFiles: ["/work/a.ts"],
        ...(problem !== undefined && { problem }),
      }));
      const bench = await createWorkbench({ services: { subagents } });
      const error = await bench.failure(delegateOperation, { prompt: "x" });
      expect(error.code).toBe("subagent-failed");
      expect(error.message).toContain(`Subagent failed (task_id: agent-1): ${reason} It changed /work/a.ts.`);
      expect(error.message).toContain("I was at it.");
      expect(error.message).toContain('task_id "agent-1"');
    },
  );

  it("rethrows the errors of the starter", async () => {
    const subagents = fakeSubagents(() => new ToolError("Too deep.", { code: "subagent-limit" }));
    const bench = await createWorkbench({ services: { subagents } });
    expect(await bench.failure(delegateOperation, { prompt: "x" })).toMatchObject({ code: "subagent-limit" });
  });

  it("ends as cancelled with its call, whatever the subagent returns", async () => {
    const subagents = fakeSubagents(() => {
      bench.controller.abort();
      return { text: "Done.", ended: "done" };
    });
    const bench = await createWorkbench({ services: { subagents } });
    expect(await bench.failure(delegateOperation, { prompt: "x" })).toMatchObject({ code: "cancelled" });
  });

  it.each([
    ["empty", "  \n"],
    ["endless", "x".repeat(MAX_PROMPT_CHARACTERS + 1)],
  ])("refuses an %s prompt before anything is started", async (_what, prompt) => {
    const subagents = fakeSubagents(() => "ok");
    const bench = await createWorkbench({ services: { subagents } });
    const error = await bench.failure(delegateOperation, { prompt, wording: { prompt: "the_prompt" } });
    expect(error).toMatchObject({ code: "invalid-input" });
    expect(error.message).toContain("the_prompt");
    expect(subagents.requests).toEqual([]);
  });

  it("limits an answer of 50 MB, and stores the whole answer in a readable file", async () => {
    const flood = `BEGIN ${"flood ".repeat(8_000_000)} END`;
    const bench = await createWorkbench({ services: { subagents: fakeSubagents(() => flood) } });
    const { text } = await bench.run(delegateOperation, { prompt: "x" });
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_ANSWER_BYTES + 500);
    expect(text).toMatch(/^BEGIN flood[\s\S]*END\n\n\[\d+ bytes in the middle of this answer are omitted/);
    expect(bench.notes.truncation).toMatchObject({ omittedBytes: expect.any(Number) });
    const { savedTo } = bench.notes.truncation as { savedTo: string };
    expect(
      (
        await bench.context.files.readLines(savedTo, {
          startLine: 1,
          endLine: 1,
          maxBytes: 20,
          maxBytesPerLine: 20,
        })
      ).size,
    ).toBe(flood.length);
  });
});

describe("the paths of a task", () => {
  it("turns the paths of a task into rules that deny other changes", async () => {
    const subagents = fakeSubagents(() => "ok");
    const bench = await createWorkbench({ services: { subagents } });
    await bench.run(delegateOperation, { prompt: "x", paths: ["src", "./docs/a.md"] });
    const { rules = [], instructions } = subagents.requests[0] ?? {};
    expect(new Set(rules.map(({ kind }) => kind))).toEqual(new Set(["edit", "delete", "move"]));
    expect(new Set(rules.map(({ verdict }) => verdict))).toEqual(new Set(["deny"]));
    expect(rules[0]?.reason).toBe("This task may change nothing but src, ./docs/a.md.");
    expect(instructions).toContain('["src","./docs/a.md"]');
  });

  it.each([
    ["more than anybody would name", Array.from({ length: 101 }, (_, index) => `f${index}`)],
    ["an empty one", ["src", " "]],
  ])("refuses paths of a task when there are %s", async (_what, paths) => {
    const bench = await createWorkbench({ services: { subagents: fakeSubagents(() => "ok") } });
    const error = await bench.failure(delegateOperation, {
      prompt: "x",
      paths,
      wording: { paths: "the_paths" },
    });
    expect(error).toMatchObject({ code: "invalid-input" });
    expect(error.message).toContain("the_paths");
  });
});

describe("the keys of a task", () => {
  const keys = (input: Parameters<NonNullable<typeof delegateOperation.executionProfile.resourceKeys>>[0]) =>
    delegateOperation.executionProfile.resourceKeys?.(input, environment);

  it("cover the whole working directory: written by a task that may change anything, read by a read-only one", () => {
    const whole = { key: "directory:/work", scope: "subtree" };
    expect(keys({ prompt: "x" })).toEqual([{ ...whole, mode: "write" }]);
    expect(keys({ prompt: "x", kind: "Explore" })).toEqual([{ ...whole, mode: "read" }]);
    // The name of a host's kind does not show whether it only reads.
    expect(keys({ prompt: "x", kind: "Security_Review" })).toEqual([{ ...whole, mode: "write" }]);
  });

  it("cover exactly the paths that a task names", () => {
    expect(keys({ prompt: "x", paths: ["src", "a.md"] })).toEqual([
      { key: "directory:src", mode: "write", scope: "subtree" },
      { key: "directory:a.md", mode: "write", scope: "subtree" },
    ]);
  });
});
