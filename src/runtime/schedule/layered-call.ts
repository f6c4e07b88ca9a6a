import {
  type Clock,
  describeThrown,
  ignoreRejection,
  ToolError,
  type ToolResult,
} from "../../contract/index.js";
import { inSeconds } from "../../text/index.js";
import { type GivenResult, readResultInSteps, resultOf } from "../host/read-result.js";
import { requireJsonFields } from "../output/index.js";
import { type Deadline, startDeadline } from "../run/index.js";
import type { Middleware, MiddlewareCall } from "../services/index.js";
import {
  baseFields,
  type CallFailure,
  callFailure,
  DEFAULT_STOP_GRACE_MS,
  failedResult,
  failureFromThrown,
  type ResultBase,
  withPause,
} from "../values/index.js";
import { isCancellation, notStarted } from "./unstarted-call.js";

/** Options of a call with middleware. */
export interface LayeredCallOptions {
  readonly layers: readonly Middleware[];
  readonly call: MiddlewareCall;
  readonly clock: Clock;
  /** Time that the middleware may take before the core, and again after it; `false` for no limit. */
  readonly timeoutMs: number | false;
  /** Approves and runs the call. */
  readonly core: () => Promise<ToolResult>;
  /** Cancels the core, which then settles soon. */
  readonly stopCore: () => void;
  readonly base: () => ResultBase;
}

/**
 * One call on its way through the middleware of a runtime to its core and back.
 *
 * In every case the call ends with one well-formed result with its own ids, and not before its core has ended: a
 * running core needs its locks.
 */
export class LayeredCall {
  /** The result; never rejects. */
  readonly result: Promise<ToolResult>;
  readonly #options: LayeredCallOptions;
  /** Indexes of the middleware that was entered and has not returned, the innermost last. */
  readonly #entered: number[] = [];
  /** The last error that a middleware threw, with the index of that middleware. */
  #thrown: { readonly value: unknown; readonly index: number } | undefined;
  #core: Promise<ToolResult> | undefined;
  #coreResult: ToolResult | undefined;
  #deadline: Deadline | undefined;
  #resolve!: (result: ToolResult) => void;
  #over = false;
  #cancelled = false;

  constructor(options: LayeredCallOptions) {
    this.#options = options;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  start(): Promise<ToolResult> {
    this.#limit();
    this.#enter(0).then(
      (result) => this.#settle(() => result),
      (thrown: unknown) => this.#settle(() => this.#failed(this.#failureOf(thrown))),
    );
    return this.result;
  }

  /** Ends the call: its middleware gets a short time to return, then the result is returned without it. */
  cancel(): void {
    if (this.#over || this.#cancelled) return;
    this.#cancelled = true;
    this.#options.stopCore();
    void this.#coreSettled().then(() => {
      const { clock } = this.#options;
      clock.setTimeout(() => this.#settle(() => this.#failed(this.#cancellation())), DEFAULT_STOP_GRACE_MS);
    });
  }

  /** Refuses further function calls of the middleware; for a call whose result was already returned. */
  close(): void {
    this.#over = true;
    this.#deadline?.cancel();
    this.#options.stopCore();
  }

  async #enter(index: number): Promise<ToolResult> {
    const layer = this.#options.layers[index];
    if (layer === undefined) return this.#runCore();
    this.#entered.push(index);
    let state: "open" | "called" | "returned" = "open";
    const next = () => {
      const before = this.#over ? "returned" : state;
      if (before === "open") state = "called";
      const inner = before === "open" ? this.#enter(index + 1) : Promise.reject(nextRefused(index, before));
      // A middleware need not wait for this promise; without a handler its rejection would end the process.
      ignoreRejection(inner);
      return inner;
    };
    try {
      const reading = this.#checked(await layer(this.#options.call, next), index);
      const result = reading instanceof Promise ? await reading : reading;
      const checking = this.#requireJson(result, index);
      if (checking !== undefined) await checking;
      return result;
    } catch (thrown) {
      if (this.#thrown === undefined || !Object.is(this.#thrown.value, thrown)) {
        this.#thrown = { value: thrown, index };
      }
      throw thrown;
    } finally {
      state = "returned";
      this.#entered.splice(this.#entered.indexOf(index), 1);
    }
  }

  async #runCore(): Promise<ToolResult> {
    this.#deadline?.cancel();
    this.#core = this.#options.core();
    this.#coreResult = await this.#core;
    if (!this.#over) this.#limit();
    return this.#coreResult;
  }

  #checked(given: unknown, index: number): ToolResult | Promise<ToolResult> {
    const base = this.#options.base();
    const complete = (read: GivenResult) => {
      const own = baseFields(base);
      const timing = read.timing ?? this.#coreResult?.timing ?? own.timing;
      return withPause(resultOf(read, { ...own, timing }), this.#coreResult);
    };
    try {
      const reading = readResultInSteps(given);
      if (!(reading instanceof Promise)) return complete(reading);
      return reading.then(complete).catch((thrown: unknown) => {
        throw this.#unusable(thrown, index);
      });
    } catch (thrown) {
      throw this.#unusable(thrown, index);
    }
  }

  /** Checks the values that the middleware added; those of the tool were checked when it returned. */
  #requireJson(result: ToolResult, index: number): Promise<unknown> | undefined {
    try {
      return requireJsonFields(result, this.#coreResult?.result)?.catch((thrown: unknown) => {
        throw this.#unusable(thrown, index);
      });
    } catch (thrown) {
      throw this.#unusable(thrown, index);
    }
  }

  #unusable(thrown: unknown, index: number): ToolError {
    const message = `${nameOf(index)} returned a result that cannot be used: ${describeThrown(thrown)}.`;
    return new ToolError(`${message}${this.#aboutCore()}`, { code: "invalid-output" });
  }

  /**
   * Settles the call; only the first outcome counts. A core that is still running is cancelled, and the result waits
   * for its end.
   */
  #settle(outcome: () => ToolResult): void {
    if (this.#over) return;
    this.#over = true;
    this.#deadline?.cancel();
    if (this.#core === undefined || this.#coreResult !== undefined) {
      this.#resolve(outcome());
      return;
    }
    this.#options.stopCore();
    void this.#coreSettled().then(() => this.#resolve(outcome()));
  }

  async #coreSettled(): Promise<void> {
    try {
      await this.#core;
    } catch (thrown) {
      ignoreRejection(thrown);
      // The outcome of the core does not matter here, only its end.
    }
  }

  #limit(): void {
    const { clock, timeoutMs } = this.#options;
    if (timeoutMs === false) return;
    this.#deadline = startDeadline({
      clock,
      startedAt: clock.now(),
      idleMs: timeoutMs,
      totalMs: false,
      onExpired: () => this.#settle(() => this.#failed(this.#expiry(timeoutMs))),
    });
  }

  #failureOf(thrown: unknown): CallFailure {
    if (isCancellation(thrown)) return notStarted(thrown);
    const blamed = this.#thrown !== undefined && Object.is(this.#thrown.value, thrown);
    return failureFromThrown(thrown, blamed ? nameOf(this.#thrown?.index ?? 0) : "The middleware");
  }

  #expiry(timeoutMs: number): CallFailure {
    const message = `${this.#waitedFor()} did not return within ${inSeconds(timeoutMs)}, so the call was ended.`;
    return callFailure("timeout", `${message}${this.#aboutCore()}`);
  }

  #cancellation(): CallFailure {
    if (this.#core === undefined) return notStarted();
    const message = `The call was cancelled while ${this.#waitedFor().toLowerCase()} was running.`;
    return callFailure("cancelled", `${message}${this.#aboutCore()}`, "cancelled");
  }

  #waitedFor(): string {
    return nameOf(this.#entered.at(-1) ?? 0);
  }

  /** Returns a sentence about the tool, for a result from which the middleware omitted it. */
  #aboutCore(): string {
    if (this.#core === undefined) return " The tool has not run.";
    const { status } = this.#coreResult ?? {};
    return status === undefined ? "" : ` The call itself had ended before, with the status '${status}'.`;
  }

  #failed(failure: CallFailure): ToolResult {
    const trackFiles = this.#coreResult?.trackFiles;
    return failedResult({ ...this.#options.base(), trackFiles }, failure);
  }
}

/** Returns the name of a middleware as the host counts them: from 1, those of the runtime before those of plugins. */
function nameOf(index: number): string {
  return `Middleware ${index + 1}`;
}

function nextRefused(index: number, state: "called" | "returned"): ToolError {
  return new ToolError(
    state === "called"
      ? `${nameOf(index)} called next() twice for one call.`
      : `${nameOf(index)} called next() after it had returned, or after its call had ended.`,
  );
}
