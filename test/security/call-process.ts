import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { localBackend } from "../../src/backends/local/index.js";
import type { ToolCall, ToolResult, ToolRuntime } from "../../src/index.js";
import { ToolError } from "../../src/index.js";
import { interferedBackend } from "./interfered-backend.js";
import { type WorldFolders, worldRuntime } from "./world-runtime.js";

/** What becomes of a process of these tests when its first file gets to a step. */
export interface Accident {
  readonly step: string;
  /**
   * `kill`: it dies. `stop`: it stands still until somebody sends SIGCONT. `block`: it does nothing else until a file named
   * `go` is in the state folder. `fail`: the step fails, and the process dies when it clears up.
   */
  readonly type: "kill" | "stop" | "block" | "fail";
  /** It happens when the step is reached for this time. Default 1. */
  readonly times?: number;
  /** Before that, no rename works. */
  readonly renames?: "impossible";
}

/** What a process of these tests does. */
export type ProcessWork = { readonly folders: WorldFolders; readonly accident?: Accident } & (
  | { readonly type: "calls"; readonly calls: readonly ToolCall[] }
  /** Runs a command in a local shell, and prints a line when it has started. */
  | { readonly type: "command"; readonly command: string }
  /** Adds 1 to a number in a file, so many times, or for ever. */
  | {
      readonly type: "count";
      readonly files: readonly string[];
      readonly label: string;
      readonly times?: number;
    }
);

/** Printed by a process that counts. */
export interface CountReport {
  readonly counted: number;
  /** Of attempts that somebody else was faster than. */
  readonly lost: number;
}

/** What somebody is told who wanted to change a number that somebody else has changed meanwhile. */
const LOST_RACE = ["no-match", "stale-file"];

let happened = false;
let reachedTimes = 0;

const work = JSON.parse(process.env.COLLET_TEST_WORK ?? "") as ProcessWork;
await using runtime = worldRuntime(work.folders, {
  backend: (backend) => interferedBackend(backend, (step) => haveAccident(step)),
});
process.stdout.write(JSON.stringify(await result(runtime)));

async function result(on: ToolRuntime): Promise<unknown> {
  switch (work.type) {
    case "calls":
      return call(on, work.calls);
    case "count":
      return count(on);
    case "command":
      return command(work.command);
  }
}

async function command(line: string): Promise<unknown> {
  return localBackend().shell?.run({
    command: line,
    cwd: work.folders.ws,
    signal: new AbortController().signal,
    onStart: () => writeSync(1, "up\n"),
    onOutput() {},
  });
}

async function call(on: ToolRuntime, calls: readonly ToolCall[]): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  for (const each of calls) results.push(await on.execute(each));
  return results;
}

async function count(on: ToolRuntime): Promise<CountReport> {
  if (work.type !== "count") throw new Error("This process does not count.");
  const { files, label, times = Number.POSITIVE_INFINITY } = work;
  let counted = 0;
  let lost = 0;
  for (let turn = 0; counted < times; turn += 1) {
    const path = files[turn % files.length] ?? "";
    const now = Number(new RegExp(`^${label} = (\\d+);$`, "m").exec(readFileSync(path, "utf8"))?.[1]);
    const result = await on.execute({
      id: `${turn}`,
      name: "edit_file",
      input: { path, old_str: `${label} = ${now};`, new_str: `${label} = ${now + 1};` },
    });
    if (result.status === "done") counted += 1;
    else if (!LOST_RACE.includes(result.error.errorCode)) throw new Error(result.error.message);
    else lost += 1;
    // Told at once: this process may not live to tell it at its end.
    if (result.status === "done" && times === Number.POSITIVE_INFINITY) writeSync(1, `${path} ${now + 1}\n`);
  }
  return { counted, lost };
}

function haveAccident(step: string): void {
  const { accident, folders } = work;
  if (accident === undefined) return;
  if (happened && accident.type === "fail" && step === "removeFile") process.kill(process.pid, "SIGKILL");
  if (accident.renames === "impossible" && step === "rename") {
    throw new ToolError("injected", { code: "io-error", cause: { code: "EBUSY" } });
  }
  if (step !== accident.step || happened) return;
  reachedTimes += 1;
  if (reachedTimes < (accident.times ?? 1)) return;
  happened = true;
  switch (accident.type) {
    case "kill":
      process.kill(process.pid, "SIGKILL");
      break;
    case "stop":
      writeFileSync(`${folders.state}/reached`, "");
      process.kill(process.pid, "SIGSTOP");
      break;
    case "block":
      writeFileSync(`${folders.state}/reached`, "");
      while (!isThere(`${folders.state}/go`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      break;
    case "fail":
      throw new ToolError("injected", { code: "no-space" });
  }
}

function isThere(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
