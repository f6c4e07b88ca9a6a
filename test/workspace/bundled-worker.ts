import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { bundledModule } from "../bundled-module.js";

/** Bundles the worker with the library's source, so that a hundred processes of it start in no time. */
export function bundleWorker(): Promise<string> {
  return bundledModule(join(import.meta.dirname, "change-worker.ts"));
}

/** What a process of the worker did. */
export interface WorkerOutcome {
  readonly signal: NodeJS.Signals | null;
  readonly exitCode: number | null;
  readonly output: string;
}

/** Starts the worker; `outcome` comes when it ends, `firstLine` when it says its first word. */
export function startWorker(bundle: string, task: unknown) {
  const child = spawn(process.execPath, [bundle, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let said: () => void = () => {};
  const firstLine = new Promise<void>((resolve) => {
    said = resolve;
  });
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    said();
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const outcome = once(child, "close").then(
    ([exitCode, signal]): WorkerOutcome => ({ exitCode, signal, output }),
  );
  return { child, firstLine, outcome };
}
