import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** How a run of the example ended. */
export interface QuickstartRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it left in the folder for temporary files. */
  readonly leftBehind: readonly string[];
}

/**
 * Runs the example as `npm start` does, in a process of its own, without the keys of whoever runs the tests; unless it is told
 * otherwise, on the built package.
 */
export async function runQuickstart(
  options: {
    readonly environment?: NodeJS.ProcessEnv;
    /** Default `"built"`: the built package. `"sources"`: the library's sources, which `npm start` runs. */
    readonly library?: "built" | "sources";
    /** Press Ctrl-C once this was printed. */
    readonly interruptAt?: string;
  } = {},
): Promise<QuickstartRun> {
  const temporary = await mkdtemp(join(tmpdir(), "collet-run-"));
  const { ANTHROPIC_API_KEY: _a, OPENAI_API_KEY: _o, FORCE_COLOR: _f, ...inherited } = process.env;
  const env = { ...inherited, TMPDIR: temporary, ...options.environment };
  const flags = options.library === "sources" ? [] : ["--tsconfig", join(ROOT, "tsconfig.built.json")];
  const tsx = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
  try {
    const run = await capture([tsx, ...flags, join(ROOT, "examples", "quickstart", "main.ts")], {
      cwd: ROOT,
      env,
      ...(options.interruptAt !== undefined && { interruptAt: options.interruptAt }),
    });
    // tsx keeps its compile cache among the temporary files.
    const leftBehind = (await readdir(temporary)).filter((name) => !name.startsWith("tsx-"));
    return { ...run, leftBehind };
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
