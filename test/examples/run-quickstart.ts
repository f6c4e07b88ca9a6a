import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledExamples } from "./compiled-examples.js";
import { type ExampleRun, leftIn, ownEnvironment, temporaryFolder } from "./run-example.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The command of tsx. Most tests avoid it, because it resolves and compiles every module again at each start. */
export const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");

/** Runs the example in its own process, without the keys of the user who runs the tests. */
export async function runQuickstart(
  options: {
    /** `"node"` (default) runs the compiled example on the built package, `"tsx"` the sources, as `npm start` does. */
    readonly program?: "node" | "tsx";
    /** Sends Ctrl-C after this text was printed. */
    readonly interruptAt?: string;
  } = {},
): Promise<ExampleRun> {
  const temporary = await temporaryFolder();
  const recordings = await mkdtemp(join(tmpdir(), "collet-recordings-"));
  const program =
    options.program === "tsx"
      ? [TSX, join(ROOT, "examples", "quickstart", "main.ts")]
      : [join(compiledExamples(), "quickstart", "main.js")];
  const args = [...program, join(recordings, "run.jsonl")];
  try {
    const run = await capture(args, {
      cwd: ROOT,
      env: { ...ownEnvironment(), TMPDIR: temporary },
      ...(options.interruptAt !== undefined && { interruptAt: options.interruptAt }),
    });
    return { ...run, leftBehind: await leftIn(temporary) };
  } finally {
    for (const folder of [temporary, recordings]) await rm(folder, { recursive: true, force: true });
  }
}

/** Runs Node with arguments and collects what it prints. */
export function capture(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly interruptAt?: string },
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const { interruptAt, ...where } = options;
    let interrupted = false;
    const child = spawn(process.execPath, args, {
      ...where,
      detached: interruptAt !== undefined,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
      if (interrupted || interruptAt === undefined || !output.stdout.includes(interruptAt)) return;
      interrupted = true;
      // To the whole process group, as a terminal does.
      process.kill(-Number(child.pid), "SIGINT");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    child.once("error", reject).once("close", (exitCode) => resolve({ exitCode, ...output }));
  });
}
