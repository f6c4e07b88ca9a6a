import type { TaskHandle } from "../../batching/index.js";
import {
  type AnyTool,
  type CommandConfinement,
  type FileChange,
  ignoreRejection,
  JudgeAgain,
  type ProgressUpdate,
  ToolError,
  type ToolResult,
} from "../../contract/index.js";
import { inTime } from "../host/in-time.js";
import { plainCopy } from "../host/plain-copy.js";
import { readResultInSteps, resultOf } from "../host/read-result.js";
import { requireJsonFields } from "../output/index.js";
import { excludedPathsOf, forJudging, type PreparedCall } from "../prepare/index.js";
import { bothConfinements } from "../services/index.js";
import {
  baseFields,
  DEFAULT_STOP_GRACE_MS,
  failedResult,
  failureFromThrown,
  MAX_DRAIN_MS,
  type ResultBase,
  withPause,
} from "../values/index.js";
import type { CallScope } from "./call-scope.js";
import { type Deadline, type StopReason, startDeadline } from "./deadline.js";
import { mergeResult, unusableOutcome } from "./merge-result.js";
import { withBrokenLinks, withInterrupted, withUnknownParameters } from "./result-notes.js";
import { RunningCall } from "./running-call.js";
import type { CallChannels } from "./running-call-options.js";

/** Options of one call execution. */
export interface CallExecutionOptions {
  readonly scope: CallScope;
  readonly task: TaskHandle;
  readonly ask: CallChannels["ask"];
}

/**
 * One judged call during its execution, with its time limits.
 *
 * A stopped call gets a short time to return its output; then its access is revoked and the result is returned
 * without it.
 */
export class CallExecution implements CallChannels {
  /** The result; never rejects. */
  readonly result: Promise<ToolResult>;
  /** Whether the result was returned although the tool had not stopped. */
  abandoned = false;
  /** Whether the executor has not run the call, because the files are not as they were expected. */
  mustJudgeAgain = false;
  readonly ask: CallExecutionOptions["ask"];
  readonly #prepared: PreparedCall;
  readonly #scope: CallScope;
  readonly #startedAt: number;
  readonly #running: RunningCall;
  readonly #deadline: Deadline;
  #settled: Promise<void> | undefined;
  #resolve!: (result: ToolResult) => void;
  #over = false;
  #graceTimer: unknown;
  #interrupted: Set<string> | undefined;
  #brokenLinks: Map<string, number> | undefined;

  constructor(prepared: PreparedCall, { scope, task, ask }: CallExecutionOptions) {
    this.#prepared = prepared;
    this.#scope = scope;
    this.ask = ask;
    const { services, run } = scope;
    const { tool } = prepared;
    this.#startedAt = services.clock.now();
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#running = new RunningCall(prepared, {
      scope,
      isExcluded: excludedPathsOf(prepared, services),
      channels: this,
      task,
      confinement: confinementOf(prepared, run.confinement),
    });
    const idleMs = tool.timeoutMs ?? services.timeoutMs;
    this.#deadline = startDeadline({
      clock: services.clock,
      startedAt: this.#startedAt,
      idleMs,
      // A tool without an idle limit has no total limit either (the Amp specification: disableTimeout).
      totalMs: idleMs === false ? false : services.maxTotalTimeoutMs,
      onExpired: (limit, limitMs) => this.stop({ type: "timeout", limit, limitMs }),
    });
  }

  /**
   * Starts the call, once: its tool may run before this function returns.
   *
   * @param isAgain - whether the start of the call was reported already
   */
  start({ isAgain }: { readonly isAgain: boolean }): void {
    const { call, input, decision } = this.#prepared;
    const { events } = this.#scope.services;
    if (events.active && !isAgain) {
      events.emit({
        type: "tool-call-start",
        status: "in-progress",
        requestedName: call.name,
        input: plainCopy(input),
        decision,
        ...this.#eventBase(),
      });
    }
    // A listener may have cancelled it: then its tool does not start.
    if (this.#running.stopped === undefined) this.#settled = this.#execute();
  }

  /** Asks the tool to stop; the first reason wins. */
  stop(reason: StopReason): void {
    if (this.#over || this.#running.stopped !== undefined) return;
    this.#running.stop(reason);
    void this.#graceOver().then(() => this.#finish(undefined));
  }

  /**
   * Resolves when the call can no longer touch its resources, which is later than `result` for a tool that did not
   * stop. The fence prevents new operations, so only running ones count. Rejects when one does not settle in time:
   * it would keep every later call that conflicts with this one from ending. The files that it changes stay locked.
   */
  async released(): Promise<void> {
    await this.result;
    const { clock } = this.#scope.services;
    const what = "The operation of a stopped call";
    await inTime(Promise.race([this.#settled, this.#running.drained()]), {
      ...{ clock, what },
      limitMs: MAX_DRAIN_MS,
    });
  }

  readonly onInterrupted = (path: string): void => {
    this.#interrupted ??= new Set();
    this.#interrupted.add(path);
  };

  readonly onLinkBroken = (path: string, otherNames: number): void => {
    this.#brokenLinks ??= new Map();
    this.#brokenLinks.set(path, otherNames);
  };

  onProgress(update: ProgressUpdate): void {
    this.#deadline.touch();
    const { events } = this.#scope.services;
    if (events.active) events.emit({ type: "tool-progress", update, ...this.#eventBase() });
  }

  onLog(message: string): void {
    const { events } = this.#scope.services;
    if (events.active) events.emit({ type: "tool-log", message, ...this.#eventBase() });
  }

  onChange(change: FileChange): void {
    const { events } = this.#scope.services;
    if (events.active) events.emit({ type: "file-edited", change, ...this.#eventBase() });
  }

  async #execute(): Promise<void> {
    const { call, input, decision } = this.#prepared;
    const { executor, localExecutor } = this.#scope.services;
    let outcome: ToolResult;
    try {
      const judged = {
        ...{ id: call.id, requestedName: call.name, tool: this.#toolToRun(), input, decision },
        ...(executor.judging !== undefined && forJudging(this.#prepared)),
      };
      const here = () => localExecutor.run(judged, this.#running);
      let own: ToolResult | undefined;
      const forExecutor = async () => {
        own = await here();
        return own;
      };
      const run = () =>
        executor === localExecutor
          ? here()
          : executor.run({ ...judged }, this.#running, this.#once(forExecutor));
      const given = await this.#scope.watched.around(run);
      outcome = executor === localExecutor ? given : withPause(await this.#checked(given, own?.result), own);
    } catch (thrown) {
      const isExpected = this.#prepared.isExpected === true && this.#running.stopped === undefined;
      this.mustJudgeAgain = isExpected && JudgeAgain.isInstance(thrown);
      outcome = failedResult(this.#base(), failureFromThrown(thrown, "The executor"));
    }
    this.#finish(outcome);
  }

  /** Returns the tool with the limits of the run, if it has some. */
  #toolToRun(): AnyTool {
    const { tool } = this.#prepared;
    const { truncation } = this.#scope.run;
    return truncation === undefined || tool.truncation === false ? tool : { ...tool, truncation };
  }

  /** Lets an executor run the call in this process: once, and not after the end of the call. */
  #once(here: () => Promise<ToolResult>): () => Promise<ToolResult> {
    let called = false;
    return () => {
      const problem = this.#over
        ? "The call has ended, so the executor can no longer carry it out in this process."
        : called
          ? "The executor carried the call out in this process twice."
          : undefined;
      called = true;
      const result = problem === undefined ? here() : Promise.reject(new ToolError(problem));
      ignoreRejection(result);
      return result;
    };
  }

  /**
   * Returns the value that an executor resolved with as a well-formed result of this call.
   *
   * @param output - output of the tool if it ran in this process, which was checked then
   */
  async #checked(given: unknown, output: unknown): Promise<ToolResult> {
    const base = this.#base();
    try {
      const { toolName, callId, requestedName, timing } = baseFields(base);
      const read = await readResultInSteps(given);
      await requireJsonFields(read, output);
      return resultOf(read, { toolName, callId, requestedName, timing });
    } catch (thrown) {
      return failedResult(base, unusableOutcome(thrown));
    }
  }

  /** Waits until a stopped call is abandoned: its operations have ended and its grace period is over. */
  async #graceOver(): Promise<void> {
    if (!this.#running.listens) return;
    // An operation of the backend that never settles keeps its lock, but does not delay the result.
    await Promise.race([this.#running.drained(), this.#after(MAX_DRAIN_MS)]);
    this.#stopGraceTimer();
    if (!this.#over) await this.#after(DEFAULT_STOP_GRACE_MS);
  }

  #after(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#graceTimer = this.#scope.services.clock.setTimeout(resolve, delayMs);
    });
  }

  /** Stops the grace timer: a running timer keeps the host's process alive. */
  #stopGraceTimer(): void {
    if (this.#graceTimer !== undefined) this.#scope.services.clock.clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
  }

  #finish(outcome: ToolResult | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.abandoned = outcome === undefined;
    this.#deadline.cancel();
    this.#stopGraceTimer();
    this.#running.end();
    let result = mergeResult(this.#base(), outcome, this.#prepared, this.#running);
    if (this.#prepared.unknown.length > 0) result = withUnknownParameters(result, this.#prepared);
    if (this.#brokenLinks !== undefined) result = withBrokenLinks(result, this.#brokenLinks);
    this.#resolve(this.#interrupted === undefined ? result : withInterrupted(result, this.#interrupted));
  }

  #base(): ResultBase {
    const { call, tool, decision } = this.#prepared;
    const endedAt = this.#scope.services.clock.now();
    const startedAt = this.#startedAt;
    const timing = {
      queuedAt: this.#scope.queuedAt,
      startedAt,
      endedAt,
      durationMs: Math.max(0, endedAt - startedAt),
    };
    return { call, toolName: tool.name, timing, decision };
  }

  #eventBase() {
    const { call, tool, session } = this.#prepared;
    const at = this.#scope.services.clock.now();
    return { callId: call.id, toolName: tool.name, sessionId: session.id, at };
  }
}

/** Returns the limits of a call: none if the approver approved it or wrote its input. */
function confinementOf(
  { decision, edited }: PreparedCall,
  ofRun: CommandConfinement | undefined,
): CommandConfinement | undefined {
  const own = decision.verdict === "allow" && edited !== true ? decision.confinement : undefined;
  return bothConfinements(own, ofRun);
}
