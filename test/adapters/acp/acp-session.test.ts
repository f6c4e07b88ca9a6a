import { describe, expect, it, onTestFinished, vi } from "vitest";
import { acpSession } from "../../../src/adapters/acp/index.js";
import type { Shell, ShellRequest, ToolCall, ToolResult } from "../../../src/contract/index.js";
import { createToolRuntime, memoryBackend } from "../../../src/index.js";
import { ampToolset } from "../../../src/toolsets/index.js";
import { RETURNED } from "../../runtime/hostile-values.js";
import { watchProcess } from "../../runtime/well-formed.js";
import { type AcpBench, type AcpBenchOptions, acpBench } from "./acp-bench.js";

const read = { id: "1", name: "Read", input: { path: "a.txt" } };
const edit = { id: "2", name: "edit_file", input: { path: "a.txt", old_str: "two", new_str: "three" } };

/** Runs calls in a runtime whose user and editor are those of an ACP client. */
async function run(
  bench: AcpBench,
  calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[],
  options: Parameters<typeof createToolRuntime>[0] = {},
) {
  const { session, backend } = bench;
  const { onApproval, onEvent } = session;
  await using runtime = createToolRuntime({ cwd: "/w", backend, onApproval, onEvent, ...options });
  const results = [];
  for (const call of calls) results.push(await runtime.execute(call));
  await bench.settled();
  return results;
}

/** Hostile values that are texts, which a buffer may contain. */
const TEXTS: ReadonlySet<string> = new Set(["a string", "a text of a million characters"]);

const never = () => new Promise<never>(() => {});

/** A terminal of a client that answers nothing. */
const SILENT = { id: "t", currentOutput: never, waitForExit: never, kill: never, release: never };

/** Notes that the client was asked, and returns its answer. */
function noted<Answer>(asked: () => void, answer: Answer): Answer {
  asked();
  return answer;
}

/** Rounds of a second each: more than the client may take. */
const ROUNDS = 60;

/** Runs a call with a client that does not answer, stops it once the client was asked, and lets the time pass. */
async function unanswered(client: (asked: () => void) => object, call: ToolCall, isStopped: boolean) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stopping = new AbortController();
  const seen: { result?: ToolResult; isAsked: boolean } = { isAsked: false };
  const asked = () => {
    seen.isAsked = true;
  };
  const session = acpSession({ sessionUpdate: async () => {}, ...client(asked) } as never, {
    sessionId: "s1",
    cwd: "/w",
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
  });
  const backend = session.backend(memoryBackend({ files: { "/w/a.txt": "one\ntwo\n" } }));
  const runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
  void runtime.execute(call, { signal: stopping.signal }).then((ended) => {
    seen.result = ended;
  });
  for (let round = 0; round < ROUNDS && seen.result === undefined; round += 1) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1_000);
    if (seen.isAsked && isStopped) stopping.abort();
  }
  return seen;
}

describe("acpSession", () => {
  it("shows a call with its states, kind, input and output", async () => {
    const bench = acpBench();
    await run(bench, [read]);
    expect(bench.questions).toEqual([]);
    expect(bench.updates).toMatchObject([
      {
        sessionUpdate: "tool_call",
        toolCallId: "1",
        title: "Read a.txt",
        status: "in_progress",
        rawInput: { path: "a.txt" },
      },
      {
        sessionUpdate: "tool_call_update",
        toolCallId: "1",
        status: "completed",
        content: [{ type: "content", content: { type: "text", text: expect.stringContaining("one") } }],
      },
    ]);
  });

  it("asks for permission, and shows the diff and the location of a change", async () => {
    const bench = acpBench();
    const [, changed] = await run(bench, [read, edit]);
    expect(changed?.status).toBe("done");
    const [question] = bench.questions;
    expect(question).toMatchObject({
      sessionId: "s1",
      toolCall: {
        toolCallId: "2",
        title: "Change /w/a.txt",
        kind: "edit",
        locations: [{ path: "/w/a.txt" }],
      },
    });
    expect(question?.options.map(({ kind }) => kind)).toEqual([
      "allow_once",
      "allow_always",
      "reject_once",
      "reject_always",
    ]);
    const updates = bench.updates.filter((update) => "toolCallId" in update && update.toolCallId === "2");
    expect(updates.map((update) => "status" in update && update.status)).toEqual([
      "pending",
      "in_progress",
      false,
      "completed",
    ]);
    expect(updates.at(-1)).toMatchObject({
      content: [
        { type: "diff", path: "/w/a.txt", oldText: "one\ntwo\n", newText: "one\nthree\n" },
        { type: "content" },
      ],
    });
    expect(updates[2]).toMatchObject({ locations: [{ path: "/w/a.txt" }] });
  });

  it.each([
    ["allow_once", "done", 2],
    ["allow_always", "done", 1],
    ["reject_once", "rejected-by-user", 2],
    ["reject_always", "rejected-by-user", 1],
    ["cancelled", "rejected-by-user", 2],
    ["no-such-option", "rejected-by-user", 2],
  ] as const)("understands the answer %s", async (answer, status, questions) => {
    const bench = acpBench({ answer });
    const create = (id: string) => ({ id, name: "create_file", input: { path: "b.txt", content: "b" } });
    const results = await run(bench, [create("1"), create("2")]);
    expect(results[0]?.status).toBe(status);
    expect(bench.questions).toHaveLength(questions);
    if (status !== "done") expect(bench.updates.at(-1)).toMatchObject({ status: "failed" });
  });

  it("reads and edits the unsaved text of the editor, and passes the new text on to it", async () => {
    const bench = acpBench();
    bench.buffers.set("/w/a.txt", "unsaved\ntwo\n");
    const [seen, changed] = await run(bench, [read, edit]);
    expect(JSON.stringify(seen?.content)).toContain("unsaved");
    expect(changed?.status).toBe("done");
    expect(bench.writes.get("/w/a.txt")).toBe("unsaved\nthree\n");
    expect(bench.updates.at(-1)).toMatchObject({
      content: [{ type: "diff", oldText: "unsaved\ntwo\n", newText: "unsaved\nthree\n" }, {}],
    });
  });

  it("refuses an edit of text that the user changed in the editor meanwhile", async () => {
    const bench = acpBench();
    const { onEvent } = bench.session;
    await using runtime = createToolRuntime({
      cwd: "/w",
      backend: bench.backend,
      permissions: "allow-all",
      onEvent,
    });
    await runtime.execute(read);
    bench.buffers.set("/w/a.txt", "one\n2\n");
    const result = await runtime.execute(edit);
    expect(result.status).toBe("error");
    expect(bench.writes.size).toBe(0);
  });

  it("reads and writes the disk without the capabilities of the client", async () => {
    const bench = acpBench({ capabilities: {} });
    bench.buffers.set("/w/a.txt", "unsaved\n");
    const [seen] = await run(bench, [read, edit]);
    expect(JSON.stringify(seen?.content)).not.toContain("unsaved");
    expect(bench.writes.size).toBe(0);
    expect(bench.backend.shell).toBeUndefined();
  });

  it("runs a command in a terminal of the client, and shows it in the call", async () => {
    const bench = acpBench({ output: ["hello ", "world\n"] });
    const [result] = await run(bench, [{ id: "1", name: "Bash", input: { cmd: "make it" } }]);
    expect(bench.commands).toEqual(["-c make it"]);
    expect(JSON.stringify(result?.content)).toContain("hello world");
    expect(JSON.stringify(result?.content)).toContain("<exit_code>3</exit_code>");
    expect(bench.updates).toContainEqual(
      expect.objectContaining({ toolCallId: "1", content: [{ type: "terminal", terminalId: "t1" }] }),
    );
    expect(bench.released()).toBe(1);
  });

  it("runs a command that needs no question in the shell of the base, confined", async () => {
    const requests: ShellRequest[] = [];
    const shell: Shell = {
      run: async (request) => {
        requests.push(request);
        request.onOutput(Buffer.from("a.txt\n"), "stdout");
        return { exitCode: 0, reason: "exit", durationMs: 1 };
      },
    };
    const bench = acpBench({ base: { ...memoryBackend({ files: { "/w/a.txt": "one\n" } }), shell } });
    const [listed, made] = await run(
      bench,
      [
        { id: "1", name: "Bash", input: { cmd: "ls" } },
        { id: "2", name: "Bash", input: { cmd: "make it" } },
      ],
      { permissions: "default", onApproval: bench.session.onApproval },
    );
    expect(JSON.stringify(listed?.content)).toContain("a.txt");
    expect(requests).toMatchObject([{ command: "ls", confinement: { readOnly: true, programs: ["ls"] } }]);
    expect(made?.status).toBe("done");
    expect(bench.commands).toEqual(["-c make it"]);
  });

  it("names the language of a command that needs no question to a base whose commands have another one", async () => {
    const requests: ShellRequest[] = [];
    const shell: Shell = {
      languages: ["powershell", "posix"],
      run: async (request) => {
        requests.push(request);
        return { exitCode: 0, reason: "exit", durationMs: 1 };
      },
    };
    const bench = acpBench({ base: { ...memoryBackend({ files: { "/w/a.txt": "one\n" } }), shell } });
    await run(bench, [{ id: "1", name: "Bash", input: { cmd: "ls" } }], { permissions: "default" });
    expect(requests).toMatchObject([{ command: "ls", language: "posix" }]);
  });

  it.each([["powershell"], ["cmd"]] as const)(
    "refuses a command that needs no question if the base has only %s",
    async (language) => {
      const shell: Shell = { languages: [language], run: () => Promise.reject(new Error("ran")) };
      const bench = acpBench({ base: { ...memoryBackend({ files: { "/w/a.txt": "one\n" } }), shell } });
      const [result] = await run(bench, [{ id: "1", name: "Bash", input: { cmd: "ls" } }], {
        permissions: "default",
      });
      expect(result?.error?.errorCode).toBe("sandbox-unavailable");
      expect(bench.commands).toEqual([]);
    },
  );

  it("refuses a command that needs no question if no shell can confine it", async () => {
    const bench = acpBench();
    const [result] = await run(bench, [{ id: "1", name: "Bash", input: { cmd: "ls" } }], {
      permissions: "default",
    });
    expect(result?.error?.errorCode).toBe("sandbox-unavailable");
    expect(bench.commands).toEqual([]);
  });

  it("kills the command of a call that is cancelled, and keeps its output", async () => {
    const options: AcpBenchOptions = { output: ["begun\n"], endless: true };
    const bench = acpBench(options);
    const { onEvent } = bench.session;
    await using runtime = createToolRuntime({
      cwd: "/w",
      backend: bench.backend,
      permissions: "allow-all",
      onEvent,
    });
    const controller = new AbortController();
    const running = runtime.execute(
      { id: "1", name: "Bash", input: { cmd: "sleep 60" } },
      { signal: controller.signal },
    );
    await expect
      .poll(() => bench.updates.some((update) => JSON.stringify(update).includes("terminal")))
      .toBe(true);
    controller.abort();
    expect(await running).toMatchObject({ status: "cancelled" });
    await expect.poll(bench.killed).toBe(1);
    await expect.poll(bench.released).toBe(1);
  });

  it("shows hidden characters in titles", async () => {
    const bench = acpBench();
    await run(bench, [{ id: "1", name: "Read", input: { path: "a\u202etxt" } }]);
    expect(JSON.stringify(bench.updates[0])).toContain("u{202e}txt");
  });

  it("shows the kind and the locations of a call without a question", async () => {
    const bench = acpBench({ tools: [...ampToolset.tools] });
    await run(bench, [read]);
    expect(bench.updates[0]).toMatchObject({ kind: "read", locations: [{ path: "/w/a.txt" }] });
  });

  it.each(Object.entries(RETURNED).filter(([title]) => !TEXTS.has(title)))(
    "reads the disk if the client returns %s instead of a text, and ends each call",
    async (_title, returned) => {
      const watched = watchProcess();
      const client = {
        sessionUpdate: returned,
        requestPermission: async () => ({ outcome: returned() }),
        readTextFile: async () => ({ content: returned() }),
        writeTextFile: returned,
        createTerminal: async () => ({ id: "t", currentOutput: async () => ({ output: returned() }) }),
      };
      const session = acpSession(client as never, {
        sessionId: "s1",
        cwd: "/w",
        clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
      });
      const backend = session.backend(memoryBackend({ files: { "/w/a.txt": "one\n" } }));
      const { onApproval, onEvent } = session;
      await using runtime = createToolRuntime({ cwd: "/w", backend, onApproval, onEvent });
      const results = [
        await runtime.execute(read),
        await runtime.execute({ id: "2", name: "Bash", input: { cmd: "make it" } }),
      ];
      expect(JSON.stringify(results[0]?.content)).toContain("one");
      expect(results[1]?.status).toBe("rejected-by-user");
      await watched.none();
    },
  );

  it.each<[string, (asked: () => void) => object]>([
    ["creates no terminal", (asked) => ({ createTerminal: () => noted(asked, never()) })],
    [
      "neither shows nor kills its terminal",
      (asked) => ({ createTerminal: async () => noted(asked, SILENT) }),
    ],
  ])("ends a command that is cancelled if the client %s", async (_title, client) => {
    const call = { id: "1", name: "Bash", input: { cmd: "make it" } };
    const { result, isAsked } = await unanswered(client, call, true);
    expect(isAsked).toBe(true);
    expect(result?.status).toBe("cancelled");
  });

  it("abandons a command if the client never starts its terminal", async () => {
    const client = (asked: () => void) => ({ createTerminal: () => noted(asked, never()) });
    const { result } = await unanswered(client, { id: "1", name: "Bash", input: { cmd: "make it" } }, false);
    expect(result).toMatchObject({ status: "error", error: { errorCode: "spawn-failed" } });
    expect(JSON.stringify(result?.content)).toContain("The client did not start a terminal");
  });

  it("ends an edit if the editor never takes the new text", async () => {
    const client = (asked: () => void) => ({
      readTextFile: async () => ({}),
      writeTextFile: () => noted(asked, never()),
    });
    const { result, isAsked } = await unanswered(client, edit, false);
    expect(isAsked).toBe(true);
    expect(result?.status).toBe("done");
  });

  it("refuses unknown options", () => {
    expect(() => acpSession({} as never, { sessionId: "1", clientCapabilites: {} } as never)).toThrow(
      'acpSession has no option "clientCapabilites"',
    );
  });
});
