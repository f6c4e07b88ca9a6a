import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ApprovalRequest } from "../../../src/contract/index.js";
import { createToolRuntime, type ToolRuntimeOptions } from "../../../src/index.js";

async function codex(options: Partial<ToolRuntimeOptions> = {}) {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-codex-")));
  const runtime = createToolRuntime({
    cwd,
    toolset: "codex",
    stateDirectory: join(cwd, ".state"),
    permissions: "allow-all",
    ...options,
  });
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await rm(cwd, { recursive: true, force: true });
  });
  let calls = 0;
  return (name: string, input: unknown) => {
    calls += 1;
    return runtime.execute({ id: String(calls), name, input });
  };
}

describe("exec_command of the codex toolset", () => {
  it("answers the output and the exit code of a command that ends in time", async () => {
    const call = await codex();
    const { result, content } = await call("exec_command", { cmd: "echo a; echo b >&2; exit 3" });
    expect(result).toEqual({ output: "a\nb\n", wall_time_seconds: expect.any(Number), exit_code: 3 });
    expect(content).toEqual([
      {
        type: "text",
        text: expect.stringMatching(
          /^Wall time: [\d.]+ seconds\nProcess exited with code 3\nOutput:\na\nb\n$/,
        ),
      },
    ]);
  });

  it("answers a session that write_stdin reads to its end", async () => {
    const call = await codex();
    const started = await call("exec_command", {
      cmd: "echo one; read line; echo $line",
      tty: true,
      yield_time_ms: 250,
    });
    expect(started.result).toMatchObject({ output: "one\n", session_id: expect.any(Number) });
    const { session_id } = started.result as { session_id: number };
    const ended = await call("write_stdin", { session_id, chars: "two\n", yield_time_ms: 10_000 });
    expect(ended.result).toEqual({ output: "two\n", wall_time_seconds: expect.any(Number), exit_code: 0 });
  });

  it("closes the standard input of a command without tty", async () => {
    const call = await codex();
    expect((await call("exec_command", { cmd: "cat; echo end" })).result).toMatchObject({ output: "end\n" });
    const { result } = await call("exec_command", { cmd: "exec sleep 60", yield_time_ms: 250 });
    const { session_id } = result as { session_id: number };
    const refused = await call("write_stdin", { session_id, chars: "x" });
    expect(refused.error?.message).toMatch(/no open standard input.*tty/);
    const killed = await call("write_stdin", { session_id, chars: "\u0003" });
    expect(killed.result).toMatchObject({ exit_code: 143 });
  });

  it("refuses the end of the input that only a terminal understands", async () => {
    const call = await codex();
    const { result } = await call("exec_command", { cmd: "exec cat", tty: true, yield_time_ms: 250 });
    const { session_id } = result as { session_id: number };
    const refused = await call("write_stdin", { session_id, chars: "last\n\u0004" });
    expect(refused.error?.message).toMatch(
      /no terminal, so \\u0004 would not end the input.*nothing was written/,
    );
    expect((await call("write_stdin", { session_id, chars: "\u0003" })).result).toMatchObject({ output: "" });
  });

  it("returns the last max_output_tokens of the output", async () => {
    const call = await codex();
    const { result } = await call("exec_command", { cmd: "seq 1 500", max_output_tokens: 5 });
    expect(result).toMatchObject({
      output: expect.stringMatching(/^\[The first \d+ bytes[^\n]*\n[\d\n]{1,20}$/),
    });
  });

  it("names an unknown session", async () => {
    const call = await codex();
    const { error } = await call("write_stdin", { session_id: 99_999 });
    expect(error?.errorCode).toBe("unknown-job");
    expect(error?.message).toMatch(/^There is no job '99999'/);
  });
});

describe("a call of the earlier shell", () => {
  it("runs as exec_command", async () => {
    const call = await codex();
    const { toolName, result } = await call("shell", { command: ["printf", "%s\\n", "a b", "$HOME"] });
    expect(toolName).toBe("exec_command");
    expect(result).toMatchObject({ output: "a b\n$HOME\n", exit_code: 0 });
  });

  it("obeys a rule about it", async () => {
    const call = await codex({ permissions: [{ tool: "shell", verdict: "deny" }] });
    expect(await call("exec_command", { cmd: "ls" })).toMatchObject({ status: "rejected-by-user" });
  });
});

describe("text for a process of exec_command", () => {
  it("asks about text that reads as a harmless command, and not about reading", async () => {
    const asked: ApprovalRequest[] = [];
    const call = await codex({
      permissions: [{ tool: "exec_command", verdict: "allow" }],
      onApproval: (request) => {
        asked.push(request);
        return false;
      },
    });
    const { result } = await call("exec_command", { cmd: "bash", tty: true, yield_time_ms: 250 });
    const { session_id } = result as { session_id: number };
    const refused = await call("write_stdin", { session_id, chars: "ls\n" });
    expect(refused.error?.errorCode).toBe("rejected-by-user");
    expect(asked).toMatchObject([{ facts: { command: "write_stdin\nls\n" } }]);
    const ended = await call("write_stdin", { session_id, chars: "\u0003" });
    expect(ended.status).toBe("done");
    expect(asked).toHaveLength(1);
  });

  it("reaches no process when a rule denies a command in it", async () => {
    const call = await codex({
      permissions: [
        { tool: "*", verdict: "allow" },
        { command: "rm *", verdict: "deny" },
      ],
      onApproval: () => true,
    });
    const { result } = await call("exec_command", { cmd: "cat", tty: true, yield_time_ms: 250 });
    const { session_id } = result as { session_id: number };
    const refused = await call("write_stdin", { session_id, chars: "rm -r x\n" });
    expect(refused.error?.errorCode).toBe("rejected-by-user");
  });
});

describe("a patch without JSON around it", () => {
  it("becomes the input of apply_patch", async () => {
    const call = await codex();
    const done = await call("apply_patch", "*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch\n");
    expect(done.content).toMatchObject([{ text: expect.stringContaining("A a.txt") }]);
    expect(done.metadata?.repairs).toEqual(["input: text without JSON around it"]);
  });
});
