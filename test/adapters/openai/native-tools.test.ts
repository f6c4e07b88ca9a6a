import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type OpenAICaller,
  parseToolCalls,
  toToolResults,
  toTools,
} from "../../../src/adapters/openai/index.js";
import type { ToolResult } from "../../../src/contract/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { openaiToolset, type ToolsetReference } from "../../../src/toolsets/index.js";

async function world(toolset: ToolsetReference = openaiToolset) {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-native-")));
  const runtime = createToolRuntime({ cwd, toolset, permissions: "allow-all" });
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await rm(cwd, { recursive: true, force: true });
  });
  const answer = async (...items: readonly object[]) => {
    const reply = { output: items as readonly { readonly type?: unknown }[] };
    const tools = runtime.tools();
    return toToolResults(await runtime.executeBatch(parseToolCalls(reply, { tools })), { reply });
  };
  return { cwd, runtime, answer };
}

const CALLERS: readonly (OpenAICaller | undefined)[] = [
  undefined,
  { type: "direct" },
  { type: "program", caller_id: "call_p" },
];

type Status = ToolResult["status"];
const STATUSES: readonly Status[] = ["done", "error", "cancelled", "rejected-by-user", "blocked-on-user"];

function result(status: Status, text: string, value?: unknown): ToolResult {
  const base = {
    callId: "c1",
    toolName: "t",
    requestedName: "t",
    content: [{ type: "text" as const, text }],
    timing: { queuedAt: 0, endedAt: 1, durationMs: 1 },
  };
  const error = { message: text, errorCode: "tool-failed" };
  return (status === "done"
    ? { ...base, status, result: value }
    : { ...base, status, error }) as unknown as ToolResult;
}

const TEXTS = ["fine", "two\nlines", "é ✓", "half \ud83d of an emoji"] as const;
const shown = (text: string) => text.replace("\ud83d", "\ufffd");

/** Each row is a call and the answer to it; the cells are every kind of call, caller, status and text. */
const GOLDEN = CALLERS.flatMap((caller) =>
  STATUSES.flatMap((status) =>
    TEXTS.flatMap((text) => {
      const done = status === "done";
      const from = caller === undefined ? {} : { caller };
      const exit = { type: "exit", exit_code: done ? 0 : 1 };
      return [
        {
          call: { type: "function_call", call_id: "c1", name: "t", arguments: "{}", ...from },
          answer: { type: "function_call_output", call_id: "c1", ...from, output: shown(text) },
        },
        {
          call: { type: "custom_tool_call", call_id: "c1", name: "t", input: "x", ...from },
          answer: { type: "custom_tool_call_output", call_id: "c1", ...from, output: shown(text) },
        },
        {
          call: { type: "apply_patch_call", call_id: "c1", operation: {}, status: "completed", ...from },
          answer: {
            type: "apply_patch_call_output",
            call_id: "c1",
            ...from,
            status: done ? "completed" : "failed",
            output: shown(text),
          },
        },
        {
          call: {
            type: "shell_call",
            call_id: "c1",
            action: { commands: ["x"], max_output_length: 9 },
            ...from,
          },
          answer: {
            type: "shell_call_output",
            call_id: "c1",
            ...from,
            output: [{ stdout: done ? shown(text) : "", stderr: done ? "" : shown(text), outcome: exit }],
            max_output_length: 9,
          },
        },
        {
          call: { type: "local_shell_call", id: "i1", call_id: "c1", action: { command: ["x"] } },
          answer: {
            type: "local_shell_call_output",
            id: "c1",
            output: JSON.stringify(
              done
                ? { output: shown(text), metadata: { exit_code: 0 } }
                : { output: shown(text), metadata: { exit_code: 1 } },
            ),
          },
        },
      ].map(({ call, answer }) => ({ call, answer, status, text }));
    }),
  ),
);

/** The value of a call that ran, as the tools of the toolset return it. */
function returned(type: string, text: string): unknown {
  if (type === "shell_call") return { stdout: text, stderr: "", outcome: { type: "exit", exit_code: 0 } };
  return type === "local_shell_call" ? { output: text, metadata: { exit_code: 0 } } : text;
}

describe("the answers to OpenAI's own calls", () => {
  it("toToolResults repeats the type, the caller and the status of the call: 300 answers", () => {
    expect(GOLDEN).toHaveLength(300);
    for (const { call, answer, status, text } of GOLDEN) {
      const results = [result(status, text, returned(call.type, text))];
      expect(toToolResults(results, { reply: { output: [call] } }), JSON.stringify({ call, status })).toEqual(
        [answer],
      );
    }
  });

  it("toToolResults writes those of functions without the reply, and those of a chat", () => {
    const results = [result("done", "text")];
    expect(toToolResults(results)).toEqual([{ type: "function_call_output", call_id: "c1", output: "text" }]);
    expect(toToolResults(results, { api: "chat" })).toEqual([
      { role: "tool", tool_call_id: "c1", content: "text" },
    ]);
  });
});

describe("OpenAI's own tools", () => {
  it("toTools declares them by their type", async () => {
    const { runtime } = await world();
    expect(
      toTools(runtime.tools(), { native: true, allowedCallers: () => ["programmatic" as const] }),
    ).toEqual([
      { type: "apply_patch", allowed_callers: ["programmatic"] },
      { type: "shell", environment: { type: "local" }, allowed_callers: ["programmatic"] },
      { type: "local_shell" },
    ]);
    const functions = toTools(runtime.tools()).map((each) => [each.type, each.name]);
    expect(functions).toEqual([
      ["function", "apply_patch"],
      ["function", "shell"],
      ["function", "local_shell"],
    ]);
  });

  it("run each command of a shell call, and answer it once", async () => {
    const { answer } = await world();
    const commands = ["echo one", "echo two >&2; exit 2", "sleep 600"];
    const action = { commands, timeout_ms: 300, max_output_length: null };
    const caller = { type: "program", caller_id: "p" };
    expect(await answer({ type: "shell_call", call_id: "s", action, caller })).toEqual([
      {
        type: "shell_call_output",
        call_id: "s",
        caller,
        output: [
          { stdout: "one\n", stderr: "", outcome: { type: "exit", exit_code: 0 } },
          { stdout: "", stderr: "two\n", outcome: { type: "exit", exit_code: 2 } },
          { stdout: "", stderr: "", outcome: { type: "timeout" } },
        ],
      },
    ]);
  });

  it("judge each command of a shell call separately, so that no command hides another", async () => {
    const action = { commands: ["cat <<X", "rm -rf y", "X", "ls"] };
    const items: readonly { readonly type?: unknown }[] = [
      { type: "shell_call", call_id: "s", action } as { readonly type: string },
    ];
    const calls = parseToolCalls(items);
    await using runtime = createToolRuntime({ toolset: openaiToolset });
    const plan = await runtime.plan(calls);
    expect(plan.calls.map(({ decision }) => decision?.verdict)).toEqual(["ask", "ask", "ask", "allow"]);
  });

  it("create, update and delete a file by a diff", async () => {
    const { cwd, answer } = await world();
    const patch = (call_id: string, operation: object) => ({ type: "apply_patch_call", call_id, operation });
    const outputs = await answer(
      patch("1", { type: "create_file", path: "a.txt", diff: "+one\n+two\n" }),
      patch("2", { type: "update_file", path: "a.txt", diff: "@@\n one\n-two\n+TWO\n" }),
      patch("3", { type: "update_file", path: "a.txt", diff: "@@\n-none\n+x\n" }),
      patch("4", { type: "create_file", path: "b.txt", diff: "+b" }),
      patch("5", { type: "delete_file", path: "b.txt" }),
      patch("6", { type: "delete_file", path: "none" }),
    );
    expect(outputs.map((each) => ("status" in each ? each.status : each.type))).toEqual([
      "completed",
      "completed",
      "failed",
      "completed",
      "completed",
      "failed",
    ]);
    expect(
      outputs
        .map((each) => ("output" in each ? each.output : ""))
        .filter((_, index) => [0, 1, 4].includes(index)),
    ).toEqual(["Created a.txt", "Updated a.txt", "Deleted b.txt"]);
    expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("one\nTWO\n");
  });

  it.each([
    { type: "update_file", path: "a", diff: "@@\n-a\n+b\n*** Delete File: c\n" },
    { type: "create_file", path: "a", diff: "+a\n*** End Patch\n*** Begin Patch\n*** Delete File: c" },
    { type: "delete_file", path: "a\n*** Delete File: c" },
    { type: "update_file", path: "a", diff: "*** Move to: /etc/x\n" },
    { type: "create_file", path: "", diff: "+a" },
  ])("change no file but the one of the operation: %j", async (operation) => {
    const { cwd, answer } = await world();
    await writeFile(join(cwd, "a"), "a\n");
    await writeFile(join(cwd, "c"), "c\n");
    expect(await answer({ type: "apply_patch_call", call_id: "1", operation })).toMatchObject([
      { status: "failed" },
    ]);
    expect(await readFile(join(cwd, "a"), "utf8")).toBe("a\n");
    expect(await readFile(join(cwd, "c"), "utf8")).toBe("c\n");
  });

  it.each([
    [{ command: ["bash", "-lc", "echo $A | tr a-z A-Z"], env: { A: "it's" } }, "IT'S\n", 0],
    [{ command: ["printf", "%s", "a; b"], env: {} }, "a; b", 0],
    [{ command: ["sh", "-c", "exit 4"], env: {}, user: null, working_directory: null }, "", 4],
  ])("run a program with arguments and variables: %j", async (action, output, exitCode) => {
    const { answer } = await world();
    const [first] = await answer({
      type: "local_shell_call",
      id: "i",
      call_id: "l",
      action: { type: "exec", ...action },
    });
    expect(first).toMatchObject({ type: "local_shell_call_output", id: "l" });
    const shownOutput = JSON.parse((first as { output: string }).output);
    expect(shownOutput).toMatchObject({ output, metadata: { exit_code: exitCode } });
  });

  it.each([
    { command: ["ls"], user: "root" },
    { command: ["ls"], env: { "A;rm": "x" } },
  ])("refuse what they cannot do: %j", async (action) => {
    const { answer } = await world();
    const [first] = await answer({ type: "local_shell_call", id: "i", call_id: "l", action });
    expect(JSON.parse((first as { output: string }).output).metadata).toEqual({ exit_code: 1 });
  });
});

describe("a custom tool with a grammar", () => {
  it("takes raw text, and is declared with its grammar", async () => {
    const { cwd, runtime, answer } = await world("codex");
    const declared = toTools(runtime.tools(), { native: true });
    expect(declared.find(({ type }) => type === "custom")).toMatchObject({
      name: "apply_patch",
      format: { type: "grammar", syntax: "lark", definition: expect.stringContaining("begin_patch") },
    });
    const input = "*** Begin Patch\n*** Add File: a.txt\n+{}\n*** End Patch\n";
    const caller = { type: "direct" };
    expect(
      await answer({ type: "custom_tool_call", call_id: "c", name: "apply_patch", input, caller }),
    ).toMatchObject([
      { type: "custom_tool_call_output", call_id: "c", caller, output: expect.stringContaining("a.txt") },
    ]);
    expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("{}\n");
  });

  it("keeps raw text that looks like JSON", async () => {
    const { runtime } = await world("codex");
    const reply = [{ type: "custom_tool_call", call_id: "c", name: "apply_patch", input: '{"a": 1}' }];
    expect(parseToolCalls(reply, { tools: runtime.tools() })).toEqual([
      { id: "c", name: "apply_patch", input: { input: '{"a": 1}' } },
    ]);
  });
});

describe("broken calls of OpenAI's own tools", () => {
  it.each([
    { type: "shell_call" },
    { type: "shell_call", call_id: 5, action: null },
    { type: "shell_call", call_id: "s", action: { commands: "ls" } },
    { type: "apply_patch_call", call_id: "p", operation: [] },
    { type: "local_shell_call", action: { command: 5 } },
    { type: "custom_tool_call", name: 5, input: {} },
  ])("become calls that the pipeline answers: %j", async (item) => {
    const { runtime } = await world();
    const calls = parseToolCalls([item] as never, { tools: runtime.tools() });
    const results = await runtime.executeBatch(calls);
    expect(results).toHaveLength(calls.length);
    expect(() => toToolResults(results, { reply: [item] as never })).not.toThrow();
  });

  it("answer a shell call without commands", async () => {
    const { answer } = await world();
    expect(await answer({ type: "shell_call", call_id: "s", action: { commands: [] } })).toMatchObject([
      { type: "shell_call_output", call_id: "s", output: [{ outcome: { type: "exit", exit_code: 1 } }] },
    ]);
  });
});
