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
import { FleetClient, type FleetClientMetrics, hostResult } from "./client/index.js";
import {
  DEFAULT_PREFIX,
  type WireRequest,
  type WireResult,
  type WireSession,
  wireVerdict,
} from "./wire/index.js";
import { DEFAULT_RECORD_MS } from "./worker/index.js";

/** Milliseconds that a call waits for its worker before it is taken back. */
const DEFAULT_START_TIMEOUT_MS = 30_000;

/** Milliseconds that calls wait for a Redis that does not answer. */
const DEFAULT_REDIS_TIMEOUT_MS = 10_000;

/** Stored outputs that are remembered of one session; of older ones the path no longer reads without asking. */
const MAX_OUTPUTS = 10_000;

/** What a tool may need and still run on a worker, which has it itself. */
const REMOTE_REQUIREMENTS: ReadonlySet<string> = new Set(["diagnostics"]);

/** How a host sends its calls to a workspace. */
export interface BullmqExecutorOptions {
  /** Of Redis, as BullMQ takes it. */
  readonly connection: ConnectionOptions;
  /** Where the calls are carried out: a name that a worker serves. */
  readonly workspace: string;
  /**
   * The host's path that stands for the workspace, absolute: working directories of sessions lie in it. It need not exist here, but
   * where it is the worker's path as well, absolute paths mean the same on both. Default: the process's working directory.
   */
  readonly root?: string;
  /** Of all keys; the same on all hosts and workers. Default `"collet"`. */
  readonly prefix?: string;
  /** Signs the calls; that of the workers. Default: none. */
  readonly secret?: string;
  /**
   * Which tools are carried out on the worker; the others run here. Default: the built-in ones that work on files and processes,
   * which leaves to-dos, subagents, the web and the tools of the host and of MCP servers here.
   */
  readonly isRemote?: (tool: AnyTool) => boolean;
  /**
   * A name for a call that is unique for ever, a thread's id with the call's for example: a host that was restarted and sends the
   * same call again gets the result of the first, and nothing is done twice. Default: every call is a new one.
   */
  readonly callKey?: (call: JudgedCall, session: ToolSession) => string | undefined;
  /** Milliseconds that a call waits for its worker; then it is taken back and has not run. Default 30,000. */
  readonly startTimeoutMs?: number;
  /** Milliseconds without Redis after which calls end as `worker-lost`. Default 10,000. */
  readonly redisTimeoutMs?: number;
  /** Milliseconds that calls and results are remembered. Default one hour. */
  readonly recordMs?: number;
}

/** How the calls of one executor fare. */
export interface ExecutorMetrics extends FleetClientMetrics {
  readonly workspace: string;
}

/** An executor whose calls run on a worker. */
export interface BullmqExecutor extends Executor, AsyncDisposable {
  /** What the worker remembers of a session: for another worker, or another time. Rejects with a `ToolError`. */
  exportSession(session: ToolSession): Promise<ExportedSession>;
  /** Puts an exported session in the place of this one on the worker. Rejects with a `ToolError`. */
  importSession(session: ToolSession, state: ExportedSession): Promise<void>;
  metrics(): Promise<ExecutorMetrics>;
  /** Lets go of Redis. Calls under way end as `worker-lost`; their workers are told to cancel them. */
  close(): Promise<void>;
}

/**
 * Carries calls out on the worker that serves a workspace (`serveWorker`), over BullMQ.
 *
 * What a call is and whether it may run is decided here; the worker judges again by rules of its own. A call has one result,
 * whatever dies: one that changes nothing is begun anew on the next worker, any other ends as `error` with `worker-lost` and what is
 * known of it. How long it waited and ran is in `metadata.remote` of the result.
 *
 * @throws RangeError or TypeError for options that make no sense
 *
 * @example
 * await using executor = bullmqExecutor({ connection: { host: "redis.internal" }, workspace: "shop", root: "/workspaces/shop" });
 * await using runtime = createToolRuntime({ cwd: "/workspaces/shop", executor });
 */
export function bullmqExecutor(options: BullmqExecutorOptions): BullmqExecutor {
  const { workspace, root = process.cwd(), isRemote = worksOnTheWorkspace, callKey } = options;
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
  const outputs = new WeakMap<ToolSession, Set<string>>();
  const known = new WeakSet<ToolSession>();

  /** The session as the worker is to know it; its end is told as well. */
  const wireSession = (session: ToolSession): WireSession | undefined => {
    const cwd = pathInside(root, session.cwd);
    if (cwd === undefined) return undefined;
    if (!known.has(session)) {
      known.add(session);
      try {
        session.onDispose?.(async () => client.endSession(session.id));
      } catch {
        // It is disposed of already; the worker forgets it in time.
      }
    }
    return { id: session.id, cwd, parents: parentsOf(session) };
  };

  const carryOut = async (call: JudgedCall, context: ExecutionContext): Promise<ToolResult> => {
    const session = wireSession(context.session);
    if (session === undefined) return hostResult(call, outside(context.session.cwd, root), {});
    const request: WireRequest = {
      type: "call",
      tool: call.tool.name,
      input: call.input,
      decided: wireVerdict(call),
      ...(call.decision.verdict === "allow" &&
        call.decision.confinement !== undefined && { confinement: call.decision.confinement }),
      ...(context.traceContext !== undefined && { traceContext: context.traceContext }),
    };
    const key = callKey?.(call, context.session);
    const sent = client.send(session, request, { context, ...(key !== undefined && { key }) });
    const wire = await sent.result;
    remember(outputs, context.session, sent.outputs);
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
    if (status !== "done") throw failureOf({ status, content, ...(error !== undefined && { error }) });
    return result;
  };

  const executor: BullmqExecutor = {
    run: (call, context, inProcess) => (isRemote(call.tool) ? carryOut(call, context) : inProcess()),
    ownsOutput(path, session) {
      const seen = new Set<ToolSession>();
      for (let each: ToolSession | undefined = session; each && !seen.has(each); each = each.parent) {
        if (outputs.get(each)?.has(path) === true) return true;
        seen.add(each);
      }
      return false;
    },
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

/** Built-in tools that work on files and processes, and need nothing that only the host has. */
function worksOnTheWorkspace({ source, kind, requires }: AnyTool): boolean {
  return (
    source === "builtin" &&
    kind !== "think" &&
    kind !== "fetch" &&
    kind !== "other" &&
    (requires ?? []).every((requirement) => REMOTE_REQUIREMENTS.has(requirement))
  );
}

/** The way from one folder to another below it, with `/`; nothing where it is not below. */
function pathInside(root: string, path: string): string | undefined {
  const parts = (text: string) => text.split(/[\\/]/).filter((part) => part !== "");
  const [above, below] = [parts(root), parts(path)];
  if (below.includes("..") || above.some((part, index) => below[index] !== part)) return undefined;
  return below.slice(above.length).join("/");
}

function parentsOf(session: ToolSession): readonly string[] {
  const ids = new Set<string>();
  for (let each = session.parent; each !== undefined && !ids.has(each.id); each = each.parent)
    ids.add(each.id);
  return [...ids];
}

function outside(cwd: string, root: string): WireResult {
  const message = `The working directory '${cwd}' is not inside '${root}', which stands for the workspace of the worker. Nothing was done.`;
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

function remember(
  outputs: WeakMap<ToolSession, Set<string>>,
  session: ToolSession,
  paths: readonly string[],
): void {
  if (paths.length === 0) return;
  const known = outputs.get(session) ?? new Set();
  outputs.set(session, known);
  for (const path of paths) known.add(path);
  for (const oldest of known) {
    if (known.size <= MAX_OUTPUTS) break;
    known.delete(oldest);
  }
}

function positive(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive number of milliseconds, but it is ${value}.`);
}
