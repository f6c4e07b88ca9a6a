import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledExamples } from "./compiled-examples.js";
import {
  type ExampleOptions,
  type ExampleRun,
  leftIn,
  ownEnvironment,
  temporaryFolder,
} from "./run-example.js";
import { capture } from "./run-quickstart.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const RUN_TURNS = fileURLToPath(new URL("run-turns.mjs", import.meta.url));

/**
 * Runs a file below `examples` once for each entry of a list, one after another in one process with the built package, so that
 * its imports are loaded once. Throws if the process does not exit after the last run.
 */
export async function runInTurn(
  file: string,
  turns: readonly ExampleOptions[],
): Promise<readonly ExampleRun[]> {
  const temporary = await temporaryFolder();
  try {
    const folders = turns.map((_, index) => join(temporary, `turn-${index}`));
    for (const folder of folders) mkdirSync(folder);
    const told = turns.map(({ args = [], environment }, index) => ({
      args,
      environment: { ...environment, TMPDIR: folders[index] },
    }));
    const { exitCode, stdout, stderr } = await capture(
      [RUN_TURNS, join(compiledExamples(), file), JSON.stringify(told)],
      { cwd: ROOT, env: { ...ownEnvironment(), TMPDIR: temporary } },
    );
    const outputs = stdout.split("\0");
    const errors = stderr.split("\0");
    if (exitCode !== 0 || errors.length !== turns.length + 1) {
      throw new Error(`${file} ended with ${exitCode} before its last turn was over:\n${stdout}${stderr}`);
    }
    const strays = (await leftIn(temporary)).filter((name) => !name.startsWith("turn-"));
    return await Promise.all(
      folders.map(async (folder, index) => ({
        exitCode: Number(outputs[2 * index + 1]),
        stdout: outputs[2 * index] ?? "",
        stderr: errors[index] ?? "",
        leftBehind: [...strays, ...(await leftIn(folder))],
      })),
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
