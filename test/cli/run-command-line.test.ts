import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { toTools } from "../../src/adapters/openai/index.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { createToolRuntime } from "../../src/index.js";
import { greetTool } from "../registry/discovery/discovery-folder.js";

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
  readonly columns?: number;
  readonly hasColors?: boolean;
  /** The answers that the user types. */
  readonly answers?: string;
  readonly input?: string;
  readonly signal?: AbortSignal;
}

async function run(args: readonly string[], options: RunOptions = {}) {
  const { columns, hasColors = false } = options;
  const stream = () =>
    Object.assign(new PassThrough(), {
      isTTY: options.terminal ?? false,
      ...(columns !== undefined && { columns }),
      hasColors: () => hasColors,
    });
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

  it("prints the tools in Collet's format with --json", async () => {
    const tools = JSON.parse((await run(["tools", "--json"])).output) as { name: string; kind: string }[];
    expect(tools.find(({ name }) => name === "Read")).toMatchObject({ kind: "read" });
  });

  it("prints one line for each tool: name, kind and first sentence", async () => {
    const { output, errors, exitCode } = await run(["tools"]);
    const lines = output.trimEnd().split("\n");
    await using runtime = createToolRuntime();
    expect(lines.map((line) => line.split(" ")[0])).toEqual(runtime.tools().map(({ name }) => name));
    expect(lines.find((line) => line.startsWith("delete_file "))).toMatch(/^delete_file +delete +\S.*[.:]$/);
    expect([exitCode, errors]).toEqual([0, ""]);
  });

  it.each([60, 100])("shortens descriptions to a terminal of %i columns", async (columns) => {
    const { output } = await run(["tools"], { terminal: true, columns });
    const lengths = output
      .trimEnd()
      .split("\n")
      .map((line) => line.length);
    expect(Math.max(...lengths)).toBe(columns);
  });

  it("colours names only on a terminal that shows colours", async () => {
    const colored = await run(["tools"], { terminal: true, hasColors: true });
    expect(colored.output).toContain("\u001B[1mRead");
    const plain = await run(["tools"], { terminal: true });
    expect(plain.output).not.toContain("\u001B");
  });

  it("prints one tool with its other names, description and parameters", async () => {
    const { output } = await run(["tools", "edit_file"]);
    expect(output).toMatch(/^edit_file {2}edit\nalso: /);
    expect(output).toContain("  old_str  string\n    ");
    expect(output).toContain("  replace_all  boolean, optional\n");
  });

  it("accepts an alias, and names the nearest tools for a name that no tool has", async () => {
    expect((await run(["tools", "read_file"])).output).toMatch(/^Read {2}read\n/);
    expect(await run(["tools", "Reed"])).toEqual({
      exitCode: 2,
      output: "",
      errors: expect.stringContaining('No tool is named "Reed". Did you mean Read?'),
    });
  });

  it("prints a single tool as JSON", async () => {
    const tools = JSON.parse((await run(["tools", "Read", "--for", "openai"])).output);
    expect(tools).toEqual([expect.objectContaining({ name: "Read" })]);
  });

  it("offers only the tools that --tools names", async () => {
    const { output } = await run(["tools", "--tools", "Read", "*_file"]);
    expect(
      output
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(["Read", "edit_file", "create_file", "delete_file", "move_file", "format_file"]);
    expect((await run(["tools", "--tools", "mcp__*"])).errors).toContain(
      'no tool is named "mcp__*". There are: Read',
    );
  });

  it("lists the tools of a folder, and names the files that could not be loaded", async () => {
    await mkdir(join(cwd, "agent/tools"), { recursive: true });
    await writeFile(join(cwd, "agent/tools/greet.mjs"), greetTool("hello"));
    await writeFile(join(cwd, "agent/tools/broken.mjs"), "export default {;\n");
    const { output, errors, exitCode } = await run(["tools", "--discover", "agent"]);
    expect(output).toMatch(/^greet +think +Greets somebody\.$/m);
    expect(errors).toContain(join(cwd, "agent/tools/broken.mjs"));
    expect(exitCode).toBe(0);
  });

  it("names the folders that tools belong in when a folder has none", async () => {
    expect((await run(["tools", "--discover", "."])).errors).toBe(
      `--discover: ${cwd} has no tools. Modules belong in its folders tool or tools, programs in toolbox.\n`,
    );
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

  it("explains the decision and runs nothing", async () => {
    const { exitCode, output } = await run([...bash("touch made && ls"), "--explain"]);
    expect(output).toMatch(/^ask: .*\n- command touch made: .*\n- command ls: .*\n$/);
    expect(exitCode).toBe(0);
    await expect(readFile(join(cwd, "made"))).rejects.toThrow("ENOENT");
    const asJson = await run([...bash("ls"), "--explain", "--json"]);
    expect(JSON.parse(asJson.output)).toMatchObject({ decision: { verdict: "allow" } });
  });

  it("plans the call and runs nothing", async () => {
    const { exitCode, output } = await run([
      "call",
      "create_file",
      '{"path":"b.txt","content":"x"}',
      "--plan",
    ]);
    expect(output).toBe(
      `1 call in 1 batch\n\nbatch 1\n  call-1 create_file (ask), writes all below ${cwd}/b.txt\n`,
    );
    expect(exitCode).toBe(0);
    await expect(readFile(join(cwd, "b.txt"))).rejects.toThrow("ENOENT");
  });

  it.each(["--explain", "--plan"])(
    "exits with 1 and the reason for %s of a call that cannot run",
    async (option) => {
      const { exitCode, output } = await run(["call", "Reed", "{}", option]);
      expect(output).toContain("Did you mean 'Read'?");
      expect(exitCode).toBe(1);
    },
  );

  it("adds the rules of a file to the preset", async () => {
    await writeFile(join(cwd, "rules.json"), '[{ "command": "touch *", "verdict": "allow" }]');
    const { exitCode } = await run([...bash("touch made"), "--rules", "rules.json"]);
    expect(exitCode).toBe(0);
    const denied = await run([...bash("touch made"), "--rules", "rules.json", "--permissions", "read-only"]);
    expect(denied.exitCode).not.toBe(1);
  });

  it.each<readonly [string, string | undefined, string]>([
    ["a file that does not exist", undefined, "rules.json does not exist."],
    ["a file that is not JSON", "[{]", "rules.json is not JSON: "],
    ["a file with a text", '"allow-all"', "must hold a list of rules or an object"],
    ["a rule with an unknown key", '[{ "comand": "ls", "verdict": "allow" }]', 'Did you mean "command"?'],
    ["a rule without a verdict", '[{ "command": "ls" }]', "verdict"],
    ["another preset", '{ "preset": "amp" }', "Remove one of them."],
    ["a file of over 1 MiB", " ".repeat(1_048_577), "at most 1048576 are read."],
  ])("refuses %s of --rules with 2", async (_what, content, said) => {
    if (content !== undefined) await writeFile(join(cwd, "rules.json"), content);
    const rules = ["--rules", "rules.json", "--permissions", "read-only"];
    const { exitCode, output, errors } = await run([...bash("ls"), ...rules]);
    expect(errors).toContain(said);
    expect([exitCode, output]).toEqual([2, ""]);
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
    [["call", "Read", "{}", "--plan", "--explain"], "use one of them"],
    [["call", "Read", "{}", "--cwd", "nowhere"], "nowhere does not exist."],
    [["tools", "--root", "a.txt"], "--root: "],
    [["tools", "--root", "a.txt"], "a.txt is not a folder."],
    [["tools", "--cwd", "a.txt"], "--cwd: "],
    [["tools", "--root", "a", "--cwd", "b"], "two names of one option"],
    [["mcp", "--discover", "nowhere"], "nowhere does not exist."],
    [["replay", "x.jsonl", "--cwd", "nowhere"], "nowhere does not exist."],
    [["completion", "tcsh"], "Allowed choices are bash"],
  ])("exits with 2 for %j", async (args, said) => {
    const { exitCode, output, errors } = await run(args);
    expect(errors).toContain(said);
    expect(output).toBe("");
    expect(exitCode).toBe(2);
  });

  it("prints its help and its version", async () => {
    const help = await run(["--help"]);
    expect(help.output).toMatch(/ {2}tools \[options\][\s\S]*\n {2}call /);
    expect(help.exitCode).toBe(0);
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await run(["--version"])).toEqual({ exitCode: 0, output: `${version}\n`, errors: "" });
  });
});
