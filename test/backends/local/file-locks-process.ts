import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type BundledProgram, bundledProgram } from "../../bundled-module.js";
import type { commands } from "./file-locks-worker.js";

type Commands = typeof commands;

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly code?: string; readonly message: string };
}

/** Bundles the program of a {@link LockProcess}. */
export function bundleLockWorker(): Promise<BundledProgram> {
  return bundledProgram(join(import.meta.dirname, "file-locks-worker.ts"));
}

/** Another process that locks files on request, with the library as it is. */
export class LockProcess {
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #calls = 0;

  /** @param program - the bundle of {@link bundleLockWorker} */
  constructor(program: BundledProgram, stateDirectory: string, environment: NodeJS.ProcessEnv = {}) {
    this.child = spawn(process.execPath, [program.file, stateDirectory], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...process.env, ...environment },
    });
    this.ready = this.#answer(0);
    this.child.on("message", ({ id, value, error }: Answer) => {
      const waiting = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(Object.assign(new Error(error.message), error));
    });
    this.child.on("exit", () => {
      for (const { reject } of this.#pending.values()) reject(new Error("The process is gone."));
    });
  }

  /** Runs one of the worker's commands there. */
  run<Name extends keyof Commands>(
    name: Name,
    ...args: Parameters<Commands[Name]>
  ): Promise<Awaited<ReturnType<Commands[Name]>>> {
    const id = ++this.#calls;
    const answer = this.#answer(id);
    this.child.send({ id, name, args });
    return answer as Promise<Awaited<ReturnType<Commands[Name]>>>;
  }

  /** Ends the process and waits until it is gone. */
  async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill(signal);
    await gone;
  }

  #answer(id: number): Promise<unknown> {
    const answer = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    // A process that is ended on purpose leaves requests open; the caller still sees the rejection.
    answer.catch(() => {});
    return answer;
  }
}
