import type { ConnectionOptions } from "bullmq";
import type { ToolMap, ToolRuntime } from "../../../runtime/index.js";
import { type KeysOf, requireOptions } from "../../../values/index.js";
import { DEFAULT_PREFIX } from "../wire/index.js";
import { ServedWorkspace, workerName } from "./served-workspace.js";
import type { WorkerApprovals } from "./serving-context.js";
import type { WorkerEvent, WorkspaceMetrics } from "./workspace-serving.js";

/**
 * Milliseconds that a worker owns a workspace without a renewal; a stand-by waits as long for the lease of a dead worker.
 */
const DEFAULT_LEASE_MS = 10_000;

/**
 * Shortest lease, in milliseconds. Commands end a quarter of the lease before the lease itself, and a pause of the process
 * of three quarters loses the workspace; below half a second, load alone would cause that.
 */
const MIN_LEASE_MS = 500;

/** Calls that run at the same time in one workspace; the same as in a runtime. */
const DEFAULT_CONCURRENCY = 64;

/** Milliseconds that a call is remembered after its last news, during which it cannot run twice. One hour. */
export const DEFAULT_RECORD_MS = 3_600_000;

/** Bytes of a result sent through Redis; a larger result stays in the worker's store. */
const DEFAULT_MAX_RESULT_BYTES = 1_048_576;

/** Milliseconds that calls in flight have to finish when a worker is drained. */
const DEFAULT_DRAIN_TIMEOUT_MS = 30_000;

/** Options of a worker. */
export interface ServeWorkerOptions {
  /** Connection options for Redis, in BullMQ's format. */
  readonly connection: ConnectionOptions;
  /** Workspaces on this machine. Another worker that names one of them is its stand-by. */
  readonly workspaces: readonly string[];
  /** Runtime for the calls of the only workspace; its `cwd` is the workspace. The caller disposes of it. */
  readonly runtime?: ToolRuntime<ToolMap>;
  /**
   * Creates the runtime of a workspace each time this worker becomes its owner; it is disposed of when the ownership ends.
   */
  readonly createRuntime?: (workspace: string) => ToolRuntime<ToolMap> | Promise<ToolRuntime<ToolMap>>;
  /** Name shown to hosts and in events. Default: a random name. */
  readonly name?: string;
  /** Prefix of all Redis keys; the same on all hosts and workers. Default `"collet"`. */
  readonly prefix?: string;
  /**
   * Secret that must sign the calls, so that a process with access to Redis but without the secret cannot run anything.
   * Default: none.
   */
  readonly secret?: string;
  /**
   * Source of the approval for a call that the rules of the worker's runtime ask about: `"host"` (default) the host's,
   * `"asked"` the host's if an approver was asked there, `"own"` only that of the runtime's `onApproval`. A denied call
   * stays denied.
   */
  readonly approvals?: WorkerApprovals;
  /** Calls of one workspace that run at the same time. Default 64. */
  readonly concurrency?: number;
  /**
   * Milliseconds after which a silent worker loses its workspaces. Its commands are killed after three quarters of that
   * time, even while the worker is stopped. Default 10,000; at least 500.
   */
  readonly leaseMs?: number;
  /** Milliseconds that calls and results are remembered. Default one hour. */
  readonly recordMs?: number;
  /** Bytes of a result sent through Redis. Default 1 MiB. */
  readonly maxResultBytes?: number;
  /**
   * Absolute path of the folder that records which calls started, so that a restarted worker does not run a call twice
   * although Redis has forgotten it. If workers of several machines share the volume of the workspaces, use a folder on that
   * volume. Default: the state directory of `localBackend`.
   */
  readonly stateDirectory?: string;
  /** Receives events for logs and timelines; errors that it throws are ignored. */
  readonly onEvent?: (event: WorkerEvent) => void;
}

/** Worker that is serving. */
export interface FleetWorker extends AsyncDisposable {
  readonly name: string;
  /** Returns the workspaces that it owns at the moment. */
  owned(): readonly string[];
  /** Resolves when it owns all its workspaces. */
  ready(): Promise<void>;
  metrics(): Promise<readonly WorkspaceMetrics[]>;
  /**
   * Stops the worker. With `drain` (the default), calls in flight may finish for at most `timeoutMs` (default 30,000), and
   * the sessions are left for the next worker; without it, the calls end at once as `worker-lost`. Calls in the queue stay
   * there.
   */
  close(options?: { readonly drain?: boolean; readonly timeoutMs?: number }): Promise<void>;
}

/** The names of all options. */
const OPTION_NAMES = {
  connection: true,
  workspaces: true,
  runtime: true,
  createRuntime: true,
  name: true,
  prefix: true,
  secret: true,
  approvals: true,
  concurrency: true,
  leaseMs: true,
  recordMs: true,
  maxResultBytes: true,
  stateDirectory: true,
  onEvent: true,
} as const satisfies KeysOf<ServeWorkerOptions>;

/**
 * Serves workspaces: runs the calls that hosts send with `bullmqExecutor`, by the rules of the given runtime.
 *
 * Hosts are not trusted: each call is validated and judged as if it came from a model. Resource keys apply among the calls
 * of all hosts, because only one worker at a time owns a workspace. Never rejects because Redis is missing: it waits for
 * Redis.
 *
 * @throws RangeError or TypeError for options that make no sense
 *
 * @example
 * const worker = serveWorker({
 *   connection: { host: "redis.internal" },
 *   workspaces: ["shop"],
 *   createRuntime: (workspace) => createToolRuntime({ cwd: `/workspaces/${workspace}` }),
 * });
 * process.once("SIGTERM", () => worker.close());
 */
export function serveWorker(options: ServeWorkerOptions): FleetWorker {
  requireOptions("serveWorker", options, OPTION_NAMES);
  check(options);
  const { name = workerName(), onEvent } = options;
  const waiting = new Set<() => void>();
  const workspaces = options.workspaces.map(
    (workspace) =>
      new ServedWorkspace(workspace, {
        connection: options.connection,
        prefix: options.prefix ?? DEFAULT_PREFIX,
        workerId: name,
        secret: options.secret,
        approvals: options.approvals ?? "host",
        concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
        leaseMs: options.leaseMs ?? DEFAULT_LEASE_MS,
        recordMs: options.recordMs ?? DEFAULT_RECORD_MS,
        maxResultBytes: options.maxResultBytes ?? DEFAULT_MAX_RESULT_BYTES,
        stateDirectory: options.stateDirectory,
        open: async (owned) => {
          if (options.createRuntime === undefined) {
            return { runtime: options.runtime as ToolRuntime<ToolMap>, ends: false };
          }
          return { runtime: await options.createRuntime(owned), ends: true };
        },
        isWatched: onEvent !== undefined,
        report(event) {
          if (event.type === "owned") for (const look of waiting) look();
          try {
            onEvent?.(event);
          } catch {
            // An observer never changes the worker.
          }
        },
      }),
  );
  for (const workspace of workspaces) workspace.start();
  let closing: Promise<void> | undefined;
  const close = async ({ drain = true, timeoutMs = DEFAULT_DRAIN_TIMEOUT_MS } = {}) => {
    const timer = setTimeout(() => {
      for (const workspace of workspaces) workspace.stopCalls();
    }, timeoutMs);
    await Promise.all(workspaces.map((workspace) => workspace.close({ drain })));
    clearTimeout(timer);
  };
  const worker: FleetWorker = {
    name,
    owned: () => workspaces.filter(({ isOwned }) => isOwned).map((workspace) => workspace.name),
    ready: () =>
      new Promise((resolve) => {
        const look = () => {
          if (!workspaces.every(({ isOwned }) => isOwned)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    metrics: () => Promise.all(workspaces.map((workspace) => workspace.metrics())),
    close: (how) => {
      closing ??= close(how);
      return closing;
    },
    [Symbol.asyncDispose]: () => worker.close(),
  };
  return worker;
}

function check({ workspaces, runtime, createRuntime, leaseMs, concurrency }: ServeWorkerOptions): void {
  if (workspaces.length === 0 || new Set(workspaces).size < workspaces.length) {
    throw new RangeError("workspaces must name at least one workspace, and each only once.");
  }
  if ((runtime === undefined) === (createRuntime === undefined)) {
    throw new TypeError("serveWorker needs either a runtime or createRuntime, but not both.");
  }
  if (runtime !== undefined && workspaces.length > 1) {
    throw new TypeError(
      `One runtime has one working directory, but ${workspaces.length} workspaces are named. Use createRuntime instead.`,
    );
  }
  if (leaseMs !== undefined && !(Number.isFinite(leaseMs) && leaseMs >= MIN_LEASE_MS)) {
    throw new RangeError(
      `leaseMs must be at least ${MIN_LEASE_MS} milliseconds, the shortest lease in which commands can be ended in time, but it is ${leaseMs}.`,
    );
  }
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0)) {
    throw new RangeError(`concurrency must be a positive integer, but it is ${concurrency}.`);
  }
}
