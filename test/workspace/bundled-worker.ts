import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { bundledModule } from "../bundled-module.js";

/** Bundles the worker with the library's source, so that a hundred processes of it start quickly. */
export function bundleWorker(): Promise<string> {
  return bundledModule(join(import.meta.dirname, "change-worker.ts"));
}

/** Result of a worker process. */
export interface WorkerOutcome {
  readonly signal: NodeJS.Signals | null;
  readonly exitCode: number | null;
  readonly output: string;
}

/** Makes a process kill itself before the n-th system call that changes a name outside the state directory. */
const KILLING_PRELOAD = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.env.COLLET_TEST_KILLED_BEFORE_CALL);
const state = process.env.COLLET_TEST_STATE;
for (const name of ["link", "unlink", "rename", "mkdir", "rmdir"]) {
  const real = fs[name];
  fs[name] = (path, ...rest) => {
    if (!String(path).startsWith(state) && --left === 0) process.kill(process.pid, "SIGKILL");
    return real(path, ...rest);
  };
}
syncBuiltinESMExports();
`;

/** Starts the worker; `outcome` resolves when it ends, `firstLine` at its first output. */
export function startWorker(
  bundle: string,
  task: unknown,
  killed?: { readonly beforeCall: number; readonly stateDirectory: string },
) {
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(KILLING_PRELOAD)}`];
  const environment = {
    ...process.env,
    COLLET_TEST_KILLED_BEFORE_CALL: String(killed?.beforeCall),
    COLLET_TEST_STATE: killed?.stateDirectory,
  };
  const args = [...(killed === undefined ? [] : preload), bundle, JSON.stringify(task)];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: environment,
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
