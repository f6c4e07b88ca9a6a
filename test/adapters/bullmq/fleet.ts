import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type BullmqExecutor,
  type BullmqExecutorOptions,
  bullmqExecutor,
  type FleetWorker,
  type ServeWorkerOptions,
  serveWorker,
  type WorkerEvent,
} from "../../../src/adapters/bullmq/index.js";
import { type AnyTool, createToolRuntime, type ToolRuntimeOptions } from "../../../src/index.js";
import type { TestRedis } from "./redis-server.js";

/** Workspaces of one file must not meet. */
let count = 0;

/** Takes what is to be done when something is over. */
type AtEnd = (end: () => void | Promise<void>) => void;

/** One workspace with a worker in this process, and hosts of it; all of it ends with the test, or when the caller says. */
export class TestFleet {
  readonly redis: TestRedis;
  readonly workspace = `workspace ${++count} / ü`;
  /** On the worker. */
  readonly folder: string;
  readonly events: WorkerEvent[] = [];
  readonly #atEnd: AtEnd;

  constructor(redis: TestRedis, atEnd: AtEnd = onTestFinished) {
    this.redis = redis;
    this.#atEnd = atEnd;
    this.folder = temporaryFolder(atEnd);
  }

  worker(
    options: Partial<ServeWorkerOptions> & { readonly rules?: ToolRuntimeOptions<readonly AnyTool[]> } = {},
  ): FleetWorker {
    const { rules, ...more } = options;
    const worker = serveWorker({
      connection: this.redis.connection,
      workspaces: [this.workspace],
      leaseMs: 1_000,
      onEvent: (event) => this.events.push(event),
      ...(more.runtime === undefined && {
        createRuntime: () =>
          createToolRuntime({
            cwd: this.folder,
            permissions: "allow-all",
            stateDirectory: join(temporaryFolder(this.#atEnd), "state"),
            ...rules,
          }),
      }),
      ...more,
    });
    this.#atEnd(() => worker.close({ drain: false }));
    return worker;
  }

  executor(options: Partial<BullmqExecutorOptions> = {}): BullmqExecutor {
    const executor = bullmqExecutor({
      connection: this.redis.connection,
      workspace: this.workspace,
      root: this.folder,
      ...options,
    });
    this.#atEnd(() => executor.close());
    return executor;
  }

  /** A host: rules of its own, and no files. */
  host(options: ToolRuntimeOptions<readonly AnyTool[]> = {}) {
    const runtime = createToolRuntime({
      cwd: this.folder,
      permissions: "allow-all",
      executor: this.executor(),
      ...options,
    });
    this.#atEnd(async () => runtime[Symbol.asyncDispose]());
    return runtime;
  }
}

/** A folder that goes with the test, or when the caller says. */
export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "collet-fleet-"));
  mkdirSync(folder, { recursive: true });
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
