import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The end of one step. */
export interface Step {
  readonly isDone: boolean;
  /** Its output, or the reason why it did not end. */
  readonly text: string;
}

/**
 * Runs one step of a preparation; it is ended after its time limit. Its output goes to a file: programs in Wine cannot use a
 * pipe of this system, and the processes that they leave behind would keep it open.
 */
export function step(
  program: string,
  parameters: readonly string[],
  { limitMs, environment = {} }: { readonly limitMs: number; readonly environment?: NodeJS.ProcessEnv },
): Step {
  const folder = mkdtempSync(join(tmpdir(), "collet-step-"));
  const output = join(folder, "output");
  const descriptor = openSync(output, "w");
  try {
    const { status, error } = spawnSync(program, parameters, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", descriptor, descriptor],
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    return { isDone: status === 0, text: error?.message ?? readFileSync(output, "utf8").trim() };
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether a program is on the search path. */
export function isInstalled(program: string): boolean {
  return step("sh", ["-c", `command -v ${program}`], { limitMs: 10_000 }).isDone;
}
