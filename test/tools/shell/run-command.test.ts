import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLAUDE_CODE_COMMAND_TIMEOUTS, runCommandOperation } from "../../../src/tools/index.js";
import { createWorkbench } from "../workbench.js";

describe("runCommandOperation", () => {
  it("returns exit code, stdout and stderr separately where a face requests it", async () => {
    const bench = await createWorkbench();
    const output = await bench.run(runCommandOperation, {
      command: "echo out; echo err >&2; exit 3",
      streams: "separate",
      timeouts: CLAUDE_CODE_COMMAND_TIMEOUTS,
    });
    expect(output).toMatchObject({
      exitCode: 3,
      reason: "exit",
      stdout: { text: "out\n" },
      stderr: { text: "err\n" },
      timeoutMs: 120_000,
    });
  });

  it("ends a command at the toolset's limit, even when more was requested", async () => {
    const bench = await createWorkbench();
    const output = await bench.run(runCommandOperation, {
      command: "echo a; sleep 300",
      timeoutMs: 1e12,
      timeouts: { maxMs: 1_000 },
    });
    expect(output).toMatchObject({ reason: "timeout", output: "a\n", timeoutMs: 1_000 });
    expect(bench.notes).toMatchObject({ reason: "timeout", timeoutMs: 1_000 });
  });

  it("ends a command that is silent for too long", async () => {
    const bench = await createWorkbench();
    const input = { command: "echo a; sleep 300", inactivityTimeoutMs: 200 };
    expect(await bench.run(runCommandOperation, input)).toMatchObject({
      reason: "inactivity",
      output: "a\n",
    });
  });

  it("names the parameters as the face does", async () => {
    const bench = await createWorkbench();
    const wording = { command: "script", timeout: "limit" };
    const empty = await bench.failure(runCommandOperation, { command: "", wording });
    expect(empty.message).toBe("script is empty. Pass the command to run.");
    const none = await bench.failure(runCommandOperation, { command: "true", timeoutMs: -1, wording });
    expect(none.message).toMatch(/^limit must be/);
    expect(none.code).toBe("invalid-input");
  });

  it("passes the description to the host only", async () => {
    const bench = await createWorkbench();
    const output = await bench.run(runCommandOperation, { command: "true", description: "Does nothing" });
    expect(output.description).toBe("Does nothing");
    expect(bench.notes).toMatchObject({ description: "Does nothing", cwd: bench.folder, exitCode: 0 });
    expect(
      runCommandOperation.facts({ command: "true", description: "rm" }, { cwd: "/" }),
    ).not.toHaveProperty("description");
  });

  it("stores the whole of a truncated output, byte for byte", async () => {
    const bench = await createWorkbench();
    const output = await bench.run(runCommandOperation, {
      command: "printf '\\033[31m\\377'; seq 1000",
      maxOutputCharacters: 100,
    });
    expect(output.output).toHaveLength(100);
    const whole = Buffer.concat([
      Buffer.from("\u001b[31m"),
      Buffer.from([0xff]),
      Buffer.from(Array.from({ length: 1_000 }, (_, index) => `${index + 1}\n`).join("")),
    ]);
    expect(readFileSync(output.omitted?.savedTo ?? "").equals(whole)).toBe(true);
    expect(bench.notes.truncation).toMatchObject({ savedTo: output.omitted?.savedTo });
  });

  it("stores nothing of a complete output", async () => {
    const bench = await createWorkbench();
    const output = await bench.run(runCommandOperation, { command: "seq 10" });
    expect(output).not.toHaveProperty("omitted");
    expect(bench.notes).not.toHaveProperty("truncation");
  });
});
