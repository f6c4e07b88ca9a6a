import type { ToolResult, WorkspaceScope } from "../contract/index.js";
import { failureFromThrown } from "./call-failure.js";
import { failedResult } from "./call-result.js";
import { startDeadline } from "./deadline.js";
import { mergeResult } from "./merge-result.js";
import type { PreparedCall } from "./prepare-call.js";
import { RunningCall, type RunningCallOptions, type StopReason } from "./running-call.js";
import { DEFAULT_STOP_GRACE_MS } from "./runtime-defaults.js";
import type { RuntimeServices } from "./runtime-services.js";

/** One call under way, as the run that owns it sees it. */
export interface CallExecution {
  readonly result: Promise<ToolResult>;
  /** Whether the result was given although the tool had not stopped. */
  readonly abandoned: boolean;
  stop(reason: StopReason): void;
  /** Resolves when the call can no longer touch its resources, which is after `result` for a tool that does not stop. */
  readonly released: Promise<void>;
}

/**
 * Runs one judged call with its time limits.
 *
 * A call that is stopped gets a moment to hand over what it has; then it is cut off and its result is given without it.
 */
export function runCall(
  prepared: PreparedCall,
  options: {
    readonly services: RuntimeServices;
    readonly queuedAt: number;
    readonly approvedPaths: WorkspaceScope["approvedPaths"];
    readonly ask: RunningCallOptions["ask"];
  },
): CallExecution {
  const { services, queuedAt } = options;
  const { call, tool, session } = prepared;
  const { clock, events } = services;
  const startedAt = clock.now();
  const eventBase = () => ({ callId: call.id, toolName: tool.name, sessionId: session.id, at: clock.now() });

  const running = new RunningCall({
    callId: call.id,
    tool,
    session,
    services,
    approvedPaths: options.approvedPaths,
    onProgress(update) {
      deadline.touch();
      if (events.active) events.emit({ ...eventBase(), type: "tool-progress", update });
    },
    onLog(message) {
      if (events.active) events.emit({ ...eventBase(), type: "tool-log", message });
    },
    onChange(change) {
      if (events.active) events.emit({ ...eventBase(), type: "file-edited", change });
    },
    ask: options.ask,
  });

  let onStopped: (() => void) | undefined;
  const stopped = new Promise<void>((resolve) => {
    onStopped = resolve;
  });
  const stop = (reason: StopReason) => {
    running.stop(reason);
    onStopped?.();
  };
  const idleMs = tool.timeoutMs ?? services.timeoutMs;
  const deadline = startDeadline({
    clock,
    idleMs,
    // A tool that may take for ever is not ended by the total either (seed 001: disableTimeout).
    totalMs: idleMs === false ? false : services.maxTotalTimeoutMs,
    onExpired: (limit, limitMs) => stop({ type: "timeout", limit, limitMs }),
  });

  if (events.active) {
    events.emit({
      ...eventBase(),
      type: "tool-call-start",
      status: "in-progress",
      requestedName: call.name,
      input: prepared.input,
      decision: prepared.decision,
    });
  }

  const base = () => {
    const endedAt = clock.now();
    return {
      call,
      toolName: tool.name,
      timing: { queuedAt, startedAt, endedAt, durationMs: endedAt - startedAt },
      decision: prepared.decision,
    };
  };

  const execute = async (): Promise<ToolResult | undefined> => {
    try {
      const judged = { id: call.id, requestedName: call.name, tool, input: prepared.input };
      return await services.executor.run(judged, running);
    } catch (thrown) {
      return failedResult(base(), failureFromThrown(thrown, "The executor"));
    }
  };
  const settled = execute();

  const finish = (outcome: ToolResult | undefined): ToolResult => {
    deadline.cancel();
    running.end();
    return mergeResult(base(), outcome, prepared, running);
  };

  const outcome = Promise.race([
    settled,
    stopped.then(() => Promise.race([settled, graceOver(running, services)])),
  ]);
  let abandoned = false;
  return {
    result: outcome.then((given) => {
      abandoned = given === undefined;
      return finish(given);
    }),
    get abandoned() {
      return abandoned;
    },
    stop,
    // Behind its fence an abandoned tool can start nothing more; only what was under way may still touch its resources.
    released: Promise.race([settled, outcome.then(() => running.drained())]).then(() => undefined),
  };
}

/** When a stopped call is given up: its own operations are over, and it had a moment to react. */
async function graceOver(running: RunningCall, { clock }: RuntimeServices): Promise<undefined> {
  if (!running.listens) return;
  await running.drained();
  await new Promise<void>((resolve) => {
    clock.setTimeout(resolve, DEFAULT_STOP_GRACE_MS);
  });
}
