import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { WorkerEvent } from "../../../src/adapters/bullmq/index.js";
import { type BundledProgram, bundledProgram } from "../../bundled-module.js";
import type { FleetWorkerTask } from "./fleet-worker.js";

/** Bundles the worker of {@link FleetWorkerTask}. */
export function bundleFleetWorker(): Promise<BundledProgram> {
  return bundledProgram(join(import.meta.dirname, "fleet-worker.ts"));
}

/** A worker in a process of its own, which can be killed. */
export class WorkerProcess {
  readonly name: string;
  readonly events: WorkerEvent[] = [];
  readonly exited: Promise<unknown>;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #listeners = new Set<() => void>();

  constructor(bundle: BundledProgram, task: FleetWorkerTask) {
    this.name = task.name;
    this.#child = spawn(process.execPath, [bundle.file, JSON.stringify(task)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.exited = once(this.#child, "exit");
    createInterface(this.#child.stdout).on("line", (line) => {
      this.events.push(JSON.parse(line) as WorkerEvent);
      for (const listener of this.#listeners) listener();
    });
  }

  /** Settles once an event came for which something holds. */
  saw(holds: (event: WorkerEvent) => boolean): Promise<WorkerEvent> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.events.find(holds);
        if (found === undefined) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
  }

  get isOwner(): boolean {
    const last = this.events.findLast(
      ({ type }) => type === "owned" || type === "lost" || type === "released",
    );
    return last?.type === "owned" && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.exited;
  }
}
