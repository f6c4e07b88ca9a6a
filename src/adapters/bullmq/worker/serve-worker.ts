import type { ConnectionOptions } from "bullmq";
import type { ToolMap, ToolRuntime } from "../../../runtime/index.js";
import { DEFAULT_PREFIX } from "../wire/index.js";
import { ServedWorkspace, workerName } from "./served-workspace.js";
import type { WorkerApprovals } from "./serving-context.js";
import type { WorkerEvent, WorkspaceMetrics } from "./workspace-serving.js";

/** Milliseconds that a worker owns a workspace without a beat; as long does a stand-by wait for a dead one's. */
const DEFAULT_LEASE_MS = 10_000;

/**
 * Shortest lease. A quarter of it goes by between the end of the commands and the end of the lease, and a pause of the process of
 * three quarters of it costs the workspace: below half a second a busy machine would need no other reason.
 */
const MIN_LEASE_MS = 500;

/** Calls that run at the same time in one workspace; that of a runtime. */
const DEFAULT_CONCURRENCY = 64;

/** Milliseconds that a call is remembered after its last news: within them it is done nothing twice. An hour. */
export const DEFAULT_RECORD_MS = 3_600_000;

/** Bytes of a result that go through Redis; what is larger stays in the worker's store. */
const DEFAULT_MAX_RESULT_BYTES = 1_048_576;

/** Milliseconds that calls under way have to come to an end when a worker is drained. */
const DEFAULT_DRAIN_TIMEOUT_MS = 30_000;

/** How calls are taken from hosts. */
export interface ServeWorkerOptions {
  /** Of Redis, as BullMQ takes it. */
  readonly connection: ConnectionOptions;
  /** The workspaces that this machine holds. Another worker that names one of them is its stand-by. */
  readonly workspaces: readonly string[];
  /** Runs the calls of the only workspace; its `cwd` is the workspace. It is the caller's to dispose of. */
  readonly runtime?: ToolRuntime<ToolMap>;
  /** Makes the runtime of a workspace each time this worker comes to own it; it is disposed of with the ownership. */
  readonly createRuntime?: (workspace: string) => ToolRuntime<ToolMap> | Promise<ToolRuntime<ToolMap>>;
  /** Shown to hosts, and in events. Default: a random name. */
  readonly name?: string;
  /** Of all keys; the same on all hosts and workers. Default `"collet"`. */
  readonly prefix?: string;
  /** Calls must be signed with it: then whoever reaches Redis but does not know it makes nothing run. Default: none. */
  readonly secret?: string;
  /**
   * Whose yes counts for a call that the rules of the worker's runtime would ask about: `"host"` (default) that of the host,
   * `"asked"` that of the host if somebody was asked there, `"own"` only that of the runtime's `onApproval`. What the rules deny
   * stays denied.
   */
  readonly approvals?: WorkerApprovals;
  /** Calls of one workspace at the same time. Default 64. */
  readonly concurrency?: number;
  /**
   * Milliseconds after which a silent worker has lost its workspaces. Its commands are killed after three quarters of that, also
   * while the worker is stopped. Default 10,000; at least 500.
   */
  readonly leaseMs?: number;
  /** Milliseconds that calls and results are remembered. Default one hour. */
  readonly recordMs?: number;
  /** Bytes of a result that go through Redis. Default 1 MiB. */
  readonly maxResultBytes?: number;
  /**
   * Where it is noted which calls were begun, absolute: so that none is carried out twice by a worker that was started anew, although
   * Redis has forgotten it. On the volume of the workspaces where workers of several machines share it. Default: that of
   * `localBackend`.
   */
  readonly stateDirectory?: string;
  /** Told what happens, for logs and timelines; what it throws is swallowed. */
  readonly onEvent?: (event: WorkerEvent) => void;
}

/** A worker that serves. */
export interface FleetWorker extends AsyncDisposable {
  readonly name: string;
  /** The workspaces that it owns at the moment. */
  owned(): readonly string[];
  /** Resolves when it owns all its workspaces. */
  ready(): Promise<void>;
  metrics(): Promise<readonly WorkspaceMetrics[]>;
  /**
   * Stops. With `drain` (the default) calls under way are finished, for `timeoutMs` at the most (default 30,000), and the sessions
   * are left for the next worker; without, they end at once as `worker-lost`. Calls in the queue stay there.
   */
  close(options?: { readonly drain?: boolean; readonly timeoutMs?: number }): Promise<void>;
}

/**
 * Serves workspaces: carries out the calls that hosts send by `bullmqExecutor`, by the rules of the runtime given here.
 *
 * Nobody's word is trusted: each call is validated and judged as if it came from a model. Resource keys hold among the calls of
 * all hosts, because one worker at a time owns a workspace. Never rejects for want of Redis: it waits for it.
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
            // Watching a worker never changes it.
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
    throw new RangeError("workspaces must name at least one workspace, and none twice.");
  }
  if ((runtime === undefined) === (createRuntime === undefined)) {
    throw new TypeError("serveWorker needs either a runtime or createRuntime, and not both.");
  }
  if (runtime !== undefined && workspaces.length > 1) {
    throw new TypeError(
      `One runtime has one working directory, but ${workspaces.length} workspaces are named. Give createRuntime instead.`,
    );
  }
  if (leaseMs !== undefined && !(Number.isFinite(leaseMs) && leaseMs >= MIN_LEASE_MS)) {
    throw new RangeError(
      `leaseMs must be at least ${MIN_LEASE_MS} milliseconds, the smallest lease in which commands can be ended in time, but it is ${leaseMs}.`,
    );
  }
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0)) {
    throw new RangeError(`concurrency must be a positive integer, but it is ${concurrency}.`);
  }
}
