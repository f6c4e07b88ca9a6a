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

/**
 * Makes a process kill itself before the n-th system call that changes a name outside the state directory, or before the
 * n-th that changes anything, even in that directory.
 */
const KILLING_PRELOAD = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.env.COLLET_TEST_KILLED_BEFORE_CALL);
const state = process.env.COLLET_TEST_STATE;
const isEvery = process.env.COLLET_TEST_CALLS === "every";
const names = ["link", "unlink", "rename", "mkdir", "rmdir"];
const others = ["symlink", "open", "write", "ftruncate", "truncate", "fchmod", "fchown", "futimes", "utimes", "lutimes", "fsync", "rm"];
const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;
const changes = (name, path, flags) => {
  if (!isEvery) return !String(path).startsWith(state);
  return name !== "open" || typeof flags === "string" || (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0;
};
const patch = (owner, name, kind) => {
  const real = owner[name];
  if (typeof real !== "function") return;
  const killing = function (path, ...rest) {
    if (changes(kind, path, rest[0]) && --left === 0) process.kill(process.pid, "SIGKILL");
    return Reflect.apply(real, this, [path, ...rest]);
  };
  // Some functions are promisified in a way of their own.
  owner[name] = Object.defineProperties(killing, Object.getOwnPropertyDescriptors(real));
};
for (const name of isEvery ? [...names, ...others] : names) {
  patch(fs, name, name);
  if (!isEvery) continue;
  patch(fs, name + "Sync", name);
  patch(fs.promises, name, name);
}
syncBuiltinESMExports();
`;

/** The moment at which a worker is killed. */
export interface KilledWorker {
  readonly beforeCall: number;
  readonly stateDirectory: string;
  /** The system calls that count. Default `names`: those that change a name outside the state directory. */
  readonly calls?: "names" | "every";
}

/** Starts the worker; `outcome` resolves when it ends, `firstLine` at its first output. */
export function startWorker(bundle: string, task: unknown, killed?: KilledWorker) {
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(KILLING_PRELOAD)}`];
  const environment = {
    ...process.env,
    COLLET_TEST_KILLED_BEFORE_CALL: String(killed?.beforeCall),
    COLLET_TEST_STATE: killed?.stateDirectory,
    COLLET_TEST_CALLS: killed?.calls,
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
