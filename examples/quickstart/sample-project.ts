import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTwoFilesPatch } from "diff";

const SAMPLE = fileURLToPath(new URL("sample", import.meta.url));

/** A copy of the sample in a temporary folder; disposing of it removes the folder. */
export interface SampleProject extends AsyncDisposable {
  /** Absolute, without symlinks. */
  readonly directory: string;
  /** Whether the project's tests are green, asked of Node itself rather than of the model. */
  testsPass(): Promise<boolean>;
  /** What was changed since the copy was made, as unified diffs by file. */
  changes(): Promise<readonly string[]>;
}

/** Copies the sample, so that the demo can run again and again. */
export async function copySample(): Promise<SampleProject> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "collet-quickstart-")));
  const directory = join(parent, "timesheet");
  await cp(SAMPLE, directory, { recursive: true });
  return {
    directory,
    testsPass: () => testsPass(directory),
    changes: () => changes(directory),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

function testsPass(directory: string): Promise<boolean> {
  // Set by a test runner around us, it would make `node --test` report to that runner and always exit with 0.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    spawn(process.execPath, ["--test"], { cwd: directory, env, stdio: "ignore" })
      .once("error", reject)
      .once("close", (code) => resolve(code === 0));
  });
}

async function changes(directory: string): Promise<readonly string[]> {
  const before = await readAll(SAMPLE);
  const after = await readAll(directory);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) =>
      createTwoFilesPatch(
        before.has(name) ? `a/${name}` : "/dev/null",
        after.has(name) ? `b/${name}` : "/dev/null",
        before.get(name) ?? "",
        after.get(name) ?? "",
      ),
    );
}

async function readAll(directory: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isFile()) files.set(entry.name, await readFile(path, "utf8"));
    if (!entry.isDirectory()) continue;
    for (const [name, text] of await readAll(path)) files.set(`${entry.name}/${name}`, text);
  }
  return files;
}
