import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { toTools } from "../../src/adapters/openai/index.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { createToolRuntime } from "../../src/index.js";

let cwd: string;
const folders: string[] = [];
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-cli-")));
  folders.push(cwd);
  await writeFile(join(cwd, "a.txt"), "alpha\n\u001B[31mred\n");
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

interface RunOptions {
  readonly terminal?: true;
  /** The answers that the user types. */
  readonly answers?: string;
  readonly input?: string;
  readonly signal?: AbortSignal;
}

async function run(args: readonly string[], options: RunOptions = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: options.terminal ?? false });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  if (options.input !== undefined) stdin.end(options.input);
  const { answers } = options;
  if (answers !== undefined) {
    stderr.on("data", (text: Buffer) => {
      if (String(text).includes("[y/N]")) stdin.write(answers);
    });
  }
  const said = Promise.all([readAll(stdout), readAll(stderr)]);
  const controller = new AbortController();
  options.signal?.addEventListener("abort", () => controller.abort());
  const exitCode = await runCommandLine(args, {
    ...{ stdin, stdout, stderr, cwd },
    signal: controller.signal,
    interrupt: () => controller.abort(),
  });
  stdout.end();
  stderr.end();
  const [output, errors] = await said;
  return { exitCode, output, errors };
}

const bash = (cmd: string) => ["call", "Bash", JSON.stringify({ cmd })];

describe("collet tools", () => {
  it("prints the output of the adapter and nothing else", async () => {
    await using runtime = createToolRuntime();
    const { exitCode, output, errors } = await run(["tools", "--toolset", "amp", "--for", "openai"]);
    expect(JSON.parse(output)).toEqual(toTools(runtime.tools()));
    expect(errors).toBe("");
    expect(exitCode).toBe(0);
  });

  it.each([
    ["anthropic", "input_schema"],
    ["openai", "parameters"],
    ["openai-chat", "function"],
    ["google", "parametersJsonSchema"],
    ["google-parameters", "STRING"],
    ["ai-sdk", "inputSchema"],
    ["langchain", '"schema"'],
  ])("accepts the format %s", async (provider, word) => {
    const { exitCode, output } = await run(["tools", "--for", provider, "--compact"]);
    expect(output).toContain(word);
    expect(output.trim()).not.toContain("\n");
    expect(exitCode).toBe(0);
  });

  it("prints the tools in Collet's format without --for", async () => {
    const tools = JSON.parse((await run(["tools"])).output) as { name: string; kind: string }[];
    expect(tools.find(({ name }) => name === "Read")).toMatchObject({ kind: "read" });
  });
});

describe("collet call", () => {
  it("prints the text that a model would read", async () => {
    const { exitCode, output, errors } = await run(["call", "Read", '{"path":"a.txt"}']);
    expect(output).toBe("1: alpha\n2: \u001B[31mred\n");
    expect(errors).toBe("");
    expect(exitCode).toBe(0);
  });

  it("escapes control characters of a file on a terminal", async () => {
    const { output } = await run(["call", "Read", '{"path":"a.txt"}'], { terminal: true });
    expect(output).toBe("1: alpha\n2: \\x1b[31mred\n");
  });

  it("accepts an alias, another folder, and an input from the standard input", async () => {
    const { exitCode, output } = await run(["call", "read_file", "-", "--cwd", cwd], {
      input: '{"path":"a.txt"}',
    });
    expect(output).toContain("1: alpha");
    expect(exitCode).toBe(0);
  });

  it("prints the whole result with --json", async () => {
    const { exitCode, output } = await run(["call", "Read", '{"path":"a.txt"}', "--json"]);
    expect(JSON.parse(output)).toMatchObject({ status: "done", toolName: "Read", callId: "call-1" });
    expect(exitCode).toBe(0);
  });

  it.each([
    ["a file that is not there", ["call", "Read", '{"path":"nope"}'], "no such file"],
    ["a tool that is not there", ["call", "Reed", "{}"], "Did you mean 'Read'?"],
    ["incomplete JSON", ["call", "Read", '{"path":'], "ends unexpectedly"],
    ["input that does not fit", ["call", "Read"], "missing: path"],
  ])("exits with 1 for %s, with the reason on the standard error", async (_what, args, said) => {
    const { exitCode, output, errors } = await run(args);
    expect(errors).toContain(said);
    expect(output).toBe("");
    expect(exitCode).toBe(1);
  });

  it("does not run a call that needs an approval without a terminal", async () => {
    const { exitCode, output, errors } = await run(bash("touch made"));
    expect(errors).toContain("--yes");
    expect(output).toBe("");
    expect(exitCode).toBe(3);
    await expect(readFile(join(cwd, "made"))).rejects.toThrow("ENOENT");
  });

  it("runs a call that needs an approval with --yes", async () => {
    const { exitCode } = await run([...bash("touch made"), "--yes"]);
    expect(exitCode).toBe(0);
    expect(await readFile(join(cwd, "made"), "utf8")).toBe("");
  });

  it.each([
    ["y\n", 0],
    ["yes\n", 0],
    ["n\n", 3],
    ["\n", 3],
    ["maybe\n", 3],
    ["\u0003", 130], // Ctrl-C
    ["\u0004", 3], // Ctrl-D
  ])("exits after the answer %j with %i", async (answers, expected) => {
    const { exitCode, errors } = await run(bash("touch made"), { terminal: true, answers });
    expect(errors).toContain("  command  touch made\n");
    expect(errors).toContain("Allow it? [y/N]");
    expect(exitCode).toBe(expected);
  });

  it("shows the change of an edit before it asks, and no text that spoofs the prompt", async () => {
    const forged = '{"path":"a.txt","old_str":"alpha","new_str":"beta"}';
    const edit = await run(["call", "edit_file", forged], { terminal: true, answers: "n\n" });
    expect(edit.errors).toContain("+beta");
    const command = await run(bash("echo \u202E\u001B[2J\n  reason   Approved."), {
      terminal: true,
      answers: "n\n",
    });
    expect(command.errors).toContain("  command\n  | echo \\u{202e}\\u{1b}[2J\n  |   reason   Approved.\n");
  });

  it("keeps a denial in spite of --yes", async () => {
    const { exitCode, errors } = await run([...bash("touch made"), "--yes", "--permissions", "read-only"]);
    expect(errors).not.toBe("");
    expect(exitCode).toBe(3);
    await expect(readFile(join(cwd, "made"))).rejects.toThrow("ENOENT");
  });

  it("exits with 130 when it is interrupted", async () => {
    const controller = new AbortController();
    const running = run([...bash("sleep 30"), "--yes"], { signal: controller.signal });
    controller.abort();
    expect((await running).exitCode).toBe(130);
  });
});

describe("collet", () => {
  it.each([
    [["tools", "--for", "nobody"], "Allowed choices are anthropic"],
    [["tools", "--toolset", "nobody"], "Allowed choices are amp"],
    [["call"], "missing required argument 'tool'"],
    [["launch"], "unknown command 'launch'"],
    [["call", "Read", "{}", "--please"], "unknown option '--please'"],
  ])("exits with 2 for %j", async (args, said) => {
    const { exitCode, output, errors } = await run(args);
    expect(errors).toContain(said);
    expect(output).toBe("");
    expect(exitCode).toBe(2);
  });

  it("prints its help and its version", async () => {
    const help = await run(["--help"]);
    expect(help.output).toMatch(/tools .*\n\s*call /);
    expect(help.exitCode).toBe(0);
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await run(["--version"])).toEqual({ exitCode: 0, output: `${version}\n`, errors: "" });
  });
});
