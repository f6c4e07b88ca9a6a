import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { demoRecording } from "../../scripts/demo-recording.js";
import { type RunRecord, readRecording } from "../../src/devtools/index.js";
import { expectRepaired } from "./expect-repaired.js";
import { anthropicServer, type ModelServer, openAiServer, refusingServer } from "./model-server.js";
import type { ExampleRun } from "./run-example.js";
import { runInTurn } from "./run-in-turn.js";
import { capture, runQuickstart } from "./run-quickstart.js";
import { textOfPicture } from "./text-of-picture.js";

const SAMPLE = fileURLToPath(new URL("../../examples/quickstart/sample", import.meta.url));

// Each run starts the runtime and its own three test runs.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Captured = Awaited<ReturnType<typeof capture>>;

let untouched: Captured;
let run: ExampleRun;
let anthropicRun: ExampleRun;
let openAiRun: ExampleRun;
let refusedRun: ExampleRun;
let anthropic: ModelServer;
let openAi: ModelServer;
let recordings: string;

// In parallel: each run mostly waits for processes, and has its own folders.
beforeAll(async () => {
  [untouched] = await Promise.all([testUntouchedSample(), runWithEachModel()]);
});
afterAll(async () => {
  await anthropic?.[Symbol.asyncDispose]();
  await openAi?.[Symbol.asyncDispose]();
  if (recordings !== undefined) await rm(recordings, { recursive: true, force: true });
});

async function testUntouchedSample(): Promise<Captured> {
  const folder = await mkdtemp(join(tmpdir(), "collet-quickstart-test-"));
  try {
    const directory = join(folder, "untouched");
    await cp(SAMPLE, directory, { recursive: true });
    return await capture(["--test", "--test-reporter=tap"], { cwd: directory });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runWithEachModel(): Promise<void> {
  anthropic = await anthropicServer();
  openAi = await openAiServer();
  await using refusing = await refusingServer();
  recordings = await mkdtemp(join(tmpdir(), "collet-recordings-"));
  const record = (name: string) => [join(recordings, `${name}.jsonl`)];
  const runs = await runInTurn("quickstart/main.js", [
    { args: record("script") },
    {
      args: record("anthropic"),
      environment: {
        ANTHROPIC_API_KEY: "test",
        ANTHROPIC_BASE_URL: anthropic.url,
        ANTHROPIC_MODEL: "some-model",
      },
    },
    {
      args: record("openai"),
      environment: {
        OPENAI_API_KEY: "test",
        OPENAI_BASE_URL: `${openAi.url}/v1`,
        OPENAI_MODEL: "some-model",
      },
    },
    {
      args: record("refused"),
      environment: { ANTHROPIC_API_KEY: "bad", ANTHROPIC_BASE_URL: refusing.url },
    },
  ]);
  [run, anthropicRun, openAiRun, refusedRun] = runs as [ExampleRun, ExampleRun, ExampleRun, ExampleRun];
}

describe("the sample project", () => {
  it("fails exactly one test before the repair", () => {
    const { exitCode, stdout } = untouched;
    expect(stdout).toMatch(/not ok \d+ - adds hours and minutes/);
    expect(stdout).toMatch(/^# fail 1$/m);
    expect(exitCode).toBe(1);
  });
});

describe("the quickstart example", () => {
  it("ends with passing tests of the sample, exit code 0 and no temporary folder", () => {
    expectRepaired(run);
  });

  it("shows the plan of the turn whose two reads run in parallel", () => {
    expect(run.stdout).toContain("plan   2 calls, all in parallel");
    expect(run.stdout).toContain("1. Read src/duration.js | Read test/duration.test.js");
  });

  it("shows the start of each call with its decision, and its end with duration and result", () => {
    expect(run.stdout).toContain("start  Read src/duration.js  [allowed by default]");
    expect(run.stdout).toContain("start  Grep parseDuration\\(  [allowed by default]");
    expect(run.stdout).toMatch(
      /ask {4}edit_file src\/duration\.js\n {2}answer approved\n {2}start {2}edit_file/,
    );
    expect(run.stdout).toMatch(/done {3}Read in \d+ ms: \d+ lines/);
    expect(run.stdout).toMatch(
      /done {3}edit_file in \d+ ms: .*src\/duration\.js, line 11.*line-keys matcher/,
    );
    expect(run.stdout).toMatch(/done {3}Bash in \d+ ms: exit code 1, pass 8, fail 1/);
    expect(run.stdout).toMatch(/done {3}Bash in \d+ ms: exit code 0, pass 9, fail 0/);
  });

  it("changes one line and keeps its indentation, although the model lost it", () => {
    const changed = run.stdout.split("\n").filter((line) => /^[+-](?![+-])/.test(line));
    expect(changed).toEqual([
      "-    minutes = Number(amount) * MINUTES[unit];",
      "+    minutes += Number(amount) * MINUTES[unit];",
    ]);
  });

  it("asks only about its calls, and no question is refused", () => {
    expect(run.stdout.match(/^ {2}ask .*$/gm)).toEqual([
      "  ask    Bash node --test",
      "  ask    edit_file src/duration.js",
      "  ask    Bash node --test",
    ]);
    expect(run.stdout.match(/^ {2}answer .*$/gm)).toEqual(Array(3).fill("  answer approved"));
  });

  it("ends with the command that opens its recording in DevTools", async () => {
    const [, command] = /Open this run in a browser: (.+)\n$/.exec(run.stdout) ?? [];
    const file = join(recordings, "script.jsonl");
    expect(command).toBe(`npx collet devtools ${file}`);
    const { log, skippedLines } = await readRecording(file);
    expect(skippedLines).toBe(0);
    const calls = log.lines().map((line) => JSON.parse(line) as RunRecord);
    expect(calls.flatMap((record) => (record.type === "call" ? record.toolName : []))).toEqual([
      ...["Bash", "Read", "Read", "Grep", "edit_file", "Bash"],
    ]);
    expect(calls.filter(({ type }) => type === "end")).toHaveLength(6);
  });

  it("prints what the terminal recording of the README shows, except for times", async () => {
    const svg = await readFile(new URL("../../docs/demo.svg", import.meta.url), "utf8");
    const output = run.stdout.replace(join(recordings, "script.jsonl"), "quickstart-run.jsonl");
    // Parallel calls end in any order.
    const linesOf = (picture: string) =>
      textOfPicture(picture)
        .replace(/in \d+ ms/g, "in N ms")
        .split("\n")
        .sort();
    expect(linesOf(svg)).toEqual(linesOf(demoRecording(output)));
  });

  it("prints no colour codes into a pipe", () => {
    expect(run.stdout).not.toContain("\u001B");
  });
});

describe("the quickstart example with a key, an interrupt or an error", () => {
  it("uses the Messages API when ANTHROPIC_API_KEY is set, with requests that the API accepts", () => {
    expect(anthropic.complaints).toEqual([]);
    expect(anthropicRun.stdout).toContain("Model:   some-model");
    expectRepaired(anthropicRun);
  });

  it("uses Chat Completions when OPENAI_API_KEY is set", () => {
    expect(openAi.complaints).toEqual([]);
    expect(openAiRun.stdout).toContain("Model:   some-model");
    expectRepaired(openAiRun);
  });

  it("stops at Ctrl-C, ends the running command and removes the folder", async () => {
    const run = await runQuickstart({ interruptAt: "start  Bash" });
    expect(run.stdout).toMatch(/cancelled {2}Bash/);
    expect(run.stderr).toContain("The demo failed: interrupted");
    expect(run.exitCode).toBe(1);
    expect(run.leftBehind).toEqual([]);
  });

  it("prints the error and fails when the model cannot be reached", () => {
    expect(refusedRun.stderr).toMatch(/The demo failed: 401 .*invalid x-api-key/);
    expect(refusedRun.exitCode).toBe(1);
    expect(refusedRun.leftBehind).toEqual([]);
  });
});
