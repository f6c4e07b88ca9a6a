import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { compiledExamples } from "./compiled-examples.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The output of a run of an example, its exit code, and the temporary files that it left. */
export interface ExampleRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly leftBehind: readonly string[];
}

/** Options of a run. */
export interface ExampleOptions {
  readonly args?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** A running example. */
export interface StartedExample {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Settles once the example has printed a match. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<ExampleRun>;
}

/** Makes a program that tsx runs import the built package, which loads faster than the sources of the library. */
export const BUILT = join(ROOT, "tsconfig.built.json");

/** The cache of tsx, in the temporary folder of the tests. */
const COMPILED = `tsx-${process.geteuid?.() ?? userInfo().username}`;

/** Creates a temporary folder for one process. All share the cache of tsx, so that not every run compiles again. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "collet-run-"));
  await mkdir(join(tmpdir(), COMPILED), { recursive: true });
  await symlink(join(tmpdir(), COMPILED), join(folder, COMPILED), "junction");
  return folder;
}

/** Returns the files that a process left in its temporary folder. */
export async function leftIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name !== COMPILED);
}

/** Returns the environment of these tests without API keys and service addresses of the user. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const others = Object.entries(inherited).filter(([name]) => !/API_KEY|BASE_URL/.test(name));
  return Object.fromEntries(others);
}

/** Starts a file below `examples` with the built package and its own temporary folder. */
export async function startExample(file: string, options: ExampleOptions = {}): Promise<StartedExample> {
  const temporary = await temporaryFolder();
  const child = spawn(process.execPath, [join(compiledExamples(), file), ...(options.args ?? [])], {
    cwd: ROOT,
    env: { ...ownEnvironment(), TMPDIR: temporary, TSX_TSCONFIG_PATH: BUILT, ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
    for (const listener of listeners) listener();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  }).then(async (exitCode) => {
    const leftBehind = await leftIn(temporary);
    await rm(temporary, { recursive: true, force: true });
    return { exitCode, ...output, leftBehind };
  });
  return {
    child,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output.stdout);
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        ended.then(({ stdout, stderr }) =>
          reject(new Error(`It ended without printing ${pattern}:\n${stdout}${stderr}`)),
        );
      }),
  };
}

/** Runs an example to its end with `input` as its standard input. */
export async function runExample(
  file: string,
  options: ExampleOptions & { readonly input?: string } = {},
): Promise<ExampleRun> {
  const { child, ended } = await startExample(file, options);
  child.stdin.end(options.input ?? "");
  return ended;
}
