import type { ConnectionOptions } from "bullmq";
import {
  type AnyTool,
  type ExecutionContext,
  type Executor,
  type JudgedCall,
  ToolError,
  type ToolResult,
  type ToolSession,
} from "../../contract/index.js";
import type { ExportedSession } from "../../runtime/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { hostResult, KnownOutputs, parentsOf, worksOnFiles } from "../calls/host/index.js";
import { wireCall } from "../calls/wire/index.js";
import { FleetClient, type FleetClientMetrics } from "./client/index.js";
import { DEFAULT_PREFIX, type WireRequest, type WireResult, type WireSession } from "./wire/index.js";
import { DEFAULT_RECORD_MS } from "./worker/index.js";

/** Milliseconds that a call waits for its worker before the host withdraws it. */
const DEFAULT_START_TIMEOUT_MS = 30_000;

/** Milliseconds that calls wait for a Redis that does not answer. */
const DEFAULT_REDIS_TIMEOUT_MS = 10_000;

/** Options of a BullMQ executor. */
export interface BullmqExecutorOptions {
  /** Connection options for Redis, in BullMQ's format. */
  readonly connection: ConnectionOptions;
  /** Name of the workspace in which the calls run; a worker must serve it. */
  readonly workspace: string;
  /**
   * Absolute path on the host that represents the workspace and contains the working directories of sessions. It need not
   * exist on the host; if it equals the worker's path, absolute paths mean the same on both sides. Default: the process's
   * working directory.
   */
  readonly root?: string;
  /** Prefix of all Redis keys; the same on all hosts and workers. Default `"collet"`. */
  readonly prefix?: string;
  /** Secret that signs the calls; the same as that of the workers. Default: none. */
  readonly secret?: string;
  /**
   * Returns whether a tool runs on the worker; all other tools run on the host. Default: the built-in tools for files and
   * processes. To-dos, subagents, the web, host tools and tools of MCP servers stay on the host.
   */
  readonly isRemote?: (tool: AnyTool) => boolean;
  /**
   * Returns a globally unique name for a call, for example the thread's id plus the call's id. A restarted host that sends
   * the same call again receives the first result, and the call does not run twice. Default: every call is a new one.
   */
  readonly callKey?: (call: JudgedCall, session: ToolSession) => string | undefined;
  /** Milliseconds that a call waits for its worker; then it is withdrawn and has not run. Default 30,000. */
  readonly startTimeoutMs?: number;
  /** Milliseconds without Redis after which calls end as `worker-lost`. Default 10,000. */
  readonly redisTimeoutMs?: number;
  /** Milliseconds that calls and results are remembered. Default one hour. */
  readonly recordMs?: number;
}

/** Metrics of one executor. */
export interface ExecutorMetrics extends FleetClientMetrics {
  readonly workspace: string;
}

/** Executor whose calls run on a worker. */
export interface BullmqExecutor extends Executor, AsyncDisposable {
  /** Exports the worker's state of a session, for another worker or a later time. Rejects with a `ToolError`. */
  exportSession(session: ToolSession): Promise<ExportedSession>;
  /** Replaces this session's state on the worker with an exported one. Rejects with a `ToolError`. */
  importSession(session: ToolSession, state: ExportedSession): Promise<void>;
  metrics(): Promise<ExecutorMetrics>;
  /** Closes the Redis connections. Calls in flight end as `worker-lost`, and their workers are told to cancel them. */
  close(): Promise<void>;
}

/** The names of all options. */
const OPTION_NAMES = {
  connection: true,
  workspace: true,
  root: true,
  prefix: true,
  secret: true,
  isRemote: true,
  callKey: true,
  startTimeoutMs: true,
  redisTimeoutMs: true,
  recordMs: true,
} as const satisfies KeysOf<BullmqExecutorOptions>;

/**
 * Creates an executor that runs calls on the worker that serves a workspace (`serveWorker`), over BullMQ.
 *
 * The host resolves the call and decides whether it may run; the worker judges it again by its own rules. A call has exactly
 * one result, whichever process fails: a read-only call starts again on the next worker, and any other call ends as `error`
 * with `worker-lost` and everything known about it. `metadata.remote` of the result states how long the call waited and ran.
 *
 * @throws RangeError or TypeError for options that make no sense
 *
 * @example
 * await using executor = bullmqExecutor({ connection: { host: "redis.internal" }, workspace: "shop", root: "/workspaces/shop" });
 * await using runtime = createToolRuntime({ cwd: "/workspaces/shop", executor });
 */
export function bullmqExecutor(options: BullmqExecutorOptions): BullmqExecutor {
  requireOptions("bullmqExecutor", options, OPTION_NAMES);
  const { workspace, root = process.cwd(), isRemote = worksOnFiles, callKey } = options;
  if (workspace === "") throw new RangeError("workspace must be a name, but it is empty.");
  const client = new FleetClient({
    connection: options.connection,
    workspace,
    prefix: options.prefix ?? DEFAULT_PREFIX,
    secret: options.secret,
    startTimeoutMs: positive("startTimeoutMs", options.startTimeoutMs ?? DEFAULT_START_TIMEOUT_MS),
    redisTimeoutMs: positive("redisTimeoutMs", options.redisTimeoutMs ?? DEFAULT_REDIS_TIMEOUT_MS),
    recordMs: positive("recordMs", options.recordMs ?? DEFAULT_RECORD_MS),
  });
  const outputs = new KnownOutputs();
  const known = new WeakSet<ToolSession>();

  /** Describes the session for the worker, and reports the session's end to it. */
  const wireSession = (session: ToolSession): WireSession | undefined => {
    const cwd = pathInside(root, session.cwd);
    if (cwd === undefined) return undefined;
    if (!known.has(session)) {
      known.add(session);
      try {
        session.onDispose?.(async () => client.endSession(session.id));
      } catch {
        // The session is already disposed of; the worker forgets it after a while.
      }
    }
    return { id: session.id, cwd, parents: parentsOf(session) };
  };

  const carryOut = async (call: JudgedCall, context: ExecutionContext): Promise<ToolResult> => {
    const session = wireSession(context.session);
    if (session === undefined) return hostResult(call, outside(context.session.cwd, root), {});
    const request = wireCall(call, context);
    const key = callKey?.(call, context.session);
    const sent = client.send(session, request, { context, key });
    const wire = await sent.result;
    outputs.add(context.session, sent.outputs);
    return hostResult(call, wire, {
      workspace,
      job: sent.jobId,
      ...(sent.timing !== undefined && {
        worker: sent.timing.worker,
        waitedMs: sent.timing.waitedMs,
        ranMs: sent.timing.ranMs,
      }),
      totalMs: performance.now() - sent.sentAt,
    });
  };

  const aboutSession = async (session: ToolSession, request: WireRequest): Promise<unknown> => {
    const wire = wireSession(session);
    if (wire === undefined) throw failureOf(outside(session.cwd, root));
    const { status, error, content, result } = await client.send(wire, request, {}).result;
    if (status !== "done") throw failureOf({ status, content, error });
    return result;
  };

  const executor: BullmqExecutor = {
    run: (call, context, inProcess) => (isRemote(call.tool) ? carryOut(call, context) : inProcess()),
    ownsOutput: (path, session) => outputs.owns(path, session),
    exportSession: async (session) =>
      (await aboutSession(session, { type: "export-session" })) as ExportedSession,
    importSession: async (session, state) => {
      await aboutSession(session, { type: "import-session", state });
    },
    metrics: async () => ({ workspace, ...(await client.metrics()) }),
    close: () => client.close(),
    [Symbol.asyncDispose]: () => client.close(),
  };
  return executor;
}

/** Returns the path from a folder to another one inside it, with `/`; undefined if it is not inside. */
function pathInside(root: string, path: string): string | undefined {
  const parts = (text: string) => text.split(/[\\/]/).filter((part) => part !== "");
  const [above, below] = [parts(root), parts(path)];
  if (below.includes("..") || above.some((part, index) => below[index] !== part)) return undefined;
  return below.slice(above.length).join("/");
}

function outside(cwd: string, root: string): WireResult {
  const message = `The working directory '${cwd}' is not inside '${root}', which is the workspace of the worker. The call did not run.`;
  return {
    status: "error",
    content: [{ type: "text", text: message }],
    error: { message, errorCode: "invalid-path", absolutePath: cwd },
  };
}

function failureOf({ error }: WireResult): ToolError {
  return new ToolError(error?.message ?? "The worker did not answer.", {
    code: error?.errorCode ?? "worker-lost",
  });
}

function positive(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive number of milliseconds, but it is ${value}.`);
}
