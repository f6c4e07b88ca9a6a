import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTwoFilesPatch } from "diff";

const SAMPLE = fileURLToPath(new URL("sample", import.meta.url));

/** A copy of the sample in a temporary folder. Disposing of it removes the folder. */
export interface SampleProject extends AsyncDisposable {
  /** Absolute, without symlinks. */
  readonly directory: string;
  /** Runs the tests of the project directly, not through the model; resolves to whether they pass. */
  testsPass(): Promise<boolean>;
  /** Returns the changes since the copy was made, as one unified diff per file. */
  changes(): Promise<readonly string[]>;
}

/** Copies the sample, so that the demo can be repeated. */
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
  // If a surrounding test runner has set this variable, `node --test` reports to that runner and always exits with 0.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    spawn("node", ["--test"], { cwd: directory, env, stdio: "ignore" })
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
