import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { shell } from "./codex-tools.js";

describe("shell of the codex toolset", () => {
  it("runs a program with its arguments and answers in Codex' format", async () => {
    const bench = await createWorkbench();
    const { result, text } = await bench.call(shell, { command: ["printf", "%s\\n", "a b", "$HOME"] });
    expect(text).toMatch(/^Exit code: 0\nWall time: \d+(\.\d)? seconds\nOutput:\na b\n\$HOME\n$/);
    expect(result).toEqual({
      output: "a b\n$HOME\n",
      metadata: { exit_code: 0, duration_seconds: expect.any(Number) },
    });
  });

  it("runs a script for bash, in workdir", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.ts": "", "src/b.ts": "" });
    const { result } = await bench.call(shell, { command: ["bash", "-lc", "ls | wc -l"], workdir: "src" });
    expect(result).toMatchObject({ output: expect.stringMatching(/^\s*2\n$/) });
  });

  it("tells what is judged: the line that runs, and where", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/": "" });
    const input = { command: ["bash", "-lc", "cd src && git status &"] };
    const prepared = shell.preprocessArgs?.(input, { cwd: bench.folder });
    expect(shell.facts?.(prepared as never, { cwd: bench.folder })).toMatchObject({
      command: "git status",
      cwd: bench.path("src"),
    });
    const quoted = shell.preprocessArgs?.({ command: ["rm", "a; b"] }, { cwd: bench.folder });
    expect(shell.facts?.(quoted as never, { cwd: bench.folder })).toMatchObject({ command: "rm 'a; b'" });
  });

  it("answers a failing command with its exit code", async () => {
    const bench = await createWorkbench();
    const { text } = await bench.call(shell, { command: ["bash", "-c", "echo no >&2; exit 3"] });
    expect(text).toMatch(/^Exit code: 3\n[^\n]*\nOutput:\nno\n$/);
  });

  it("ends a command that takes longer than timeout_ms, with exit code 124 and what it printed", async () => {
    const bench = await createWorkbench();
    const { result, text } = await bench.call(shell, {
      command: ["bash", "-c", "echo begun; sleep 30"],
      timeout_ms: 300,
    });
    expect(text).toMatch(
      /^Exit code: 124\n[^\n]*\nOutput:\ncommand timed out after 300 milliseconds\nbegun\n$/,
    );
    expect(result).toMatchObject({ metadata: { exit_code: 124 } });
  });

  it("shows the last 40,000 characters and says where all of them are", async () => {
    const bench = await createWorkbench();
    const { result } = await bench.call(shell, { command: ["seq", "1", "20000"] });
    const { output } = result as { output: string };
    expect(output).toMatch(
      /^\[The first \d+ bytes \(\d+ lines\) of the output are not shown\. All of it is in [^\]]+\]\n/,
    );
    expect(output.endsWith("\n19999\n20000\n")).toBe(true);
    expect(output.length).toBeLessThan(40_500);
  });

  it.each([
    [{ command: [] }, "invalid-input", "command is empty"],
    [{ command: [" "] }, "invalid-input", "command is empty"],
    [{ command: ["ls"], timeout_ms: 0 }, "invalid-input", "timeout_ms must be"],
    [{ command: ["ls"], workdir: "missing" }, "not-found", "working directory does not exist"],
  ])("refuses %j in the words of its parameters", async (input, code, words) => {
    const bench = await createWorkbench();
    const refused = await bench.callFailure(shell, input);
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(words);
  });
});
