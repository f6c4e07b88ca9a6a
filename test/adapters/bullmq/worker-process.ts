import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { build } from "tsup";
import type { WorkerEvent } from "../../../src/adapters/bullmq/index.js";
import type { FleetWorkerTask } from "./fleet-worker.js";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The worker of {@link FleetWorkerTask} as one file, in a folder from which packages are found. */
export interface WorkerBundle {
  readonly file: string;
  dispose(): void;
}

/** Bundles the worker with the library's source, so that a process of it starts in no time. */
export async function bundleFleetWorker(): Promise<WorkerBundle> {
  const cache = join(ROOT, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "fleet-worker-"));
  await build({
    config: false,
    entry: { worker: join(import.meta.dirname, "fleet-worker.ts") },
    outDir: folder,
    format: "esm",
    outExtension: () => ({ js: ".mjs" }),
    target: "node20",
    platform: "node",
    splitting: false,
    silent: true,
    dts: false,
    clean: false,
  });
  return {
    file: join(folder, "worker.mjs"),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A worker in a process of its own, which can be killed. */
export class WorkerProcess {
  readonly name: string;
  readonly events: WorkerEvent[] = [];
  readonly exited: Promise<unknown>;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #listeners = new Set<() => void>();

  constructor(bundle: WorkerBundle, task: FleetWorkerTask) {
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
