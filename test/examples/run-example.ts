import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a run of an example printed, how it ended, and what it left among the temporary files. */
export interface ExampleRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly leftBehind: readonly string[];
}

/** A running example. */
export interface StartedExample {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Settles once the example has printed a match. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<ExampleRun>;
}

/** Has an example import the built package, as everybody else does; the library's sources would take longer to load. */
const BUILT = join(ROOT, "tsconfig.built.json");

/** What tsx has compiled, among the temporary files of the tests. */
const COMPILED = `tsx-${process.geteuid?.() ?? userInfo().username}`;

/** Starts a file below `examples` as a person would, with a folder of its own for temporary files. */
export async function startExample(
  file: string,
  options: { readonly args?: readonly string[]; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<StartedExample> {
  const temporary = await mkdtemp(join(tmpdir(), "collet-run-"));
  // Shared, so that not every run compiles everything again.
  await mkdir(join(tmpdir(), COMPILED), { recursive: true });
  await symlink(join(tmpdir(), COMPILED), join(temporary, COMPILED), "junction");
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(ROOT, "examples", file), ...(options.args ?? [])],
    {
      cwd: ROOT,
      env: { ...inherited, TMPDIR: temporary, TSX_TSCONFIG_PATH: BUILT, ...options.environment },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
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
    const leftBehind = (await readdir(temporary)).filter((name) => name !== COMPILED);
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

/** Runs an example to its end, with `input` at its standard input. */
export async function runExample(
  file: string,
  options: Parameters<typeof startExample>[1] & { readonly input?: string } = {},
): Promise<ExampleRun> {
  const { child, ended } = await startExample(file, options);
  child.stdin.end(options.input ?? "");
  return ended;
}
