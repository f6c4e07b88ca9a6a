import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILT, type ExampleRun, leftIn, ownEnvironment, temporaryFolder } from "./run-example.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Runs the example as `npm start` does, in a process of its own, without the keys of whoever runs the tests. */
export async function runQuickstart(
  options: {
    /** Default `"built"`: the built package. `"sources"`: the library's sources, which `npm start` runs. */
    readonly library?: "built" | "sources";
    /** Press Ctrl-C once this was printed. */
    readonly interruptAt?: string;
  } = {},
): Promise<ExampleRun> {
  const temporary = await temporaryFolder();
  const flags = options.library === "sources" ? [] : ["--tsconfig", BUILT];
  const tsx = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
  try {
    const run = await capture([tsx, ...flags, join(ROOT, "examples", "quickstart", "main.ts")], {
      cwd: ROOT,
      env: { ...ownEnvironment(), TMPDIR: temporary },
      ...(options.interruptAt !== undefined && { interruptAt: options.interruptAt }),
    });
    return { ...run, leftBehind: await leftIn(temporary) };
  } finally {
    await rm(temporary, { recursive: true, force: true });
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
      // As a terminal does it: to the whole process group.
      process.kill(-Number(child.pid), "SIGINT");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    child.once("error", reject).once("close", (exitCode) => resolve({ exitCode, ...output }));
  });
}
