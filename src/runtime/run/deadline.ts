import { type Clock, ToolError } from "../../contract/index.js";
import { MAX_TIMER_DELAY_MS } from "../../values/index.js";

/** Options of a deadline. */
export interface DeadlineOptions {
  readonly clock: Clock;
  /** The start time by the clock. */
  readonly startedAt: number;
  /** Maximum time without progress; `false` disables it. */
  readonly idleMs: number | false;
  /** Maximum total time; `false` disables it. */
  readonly totalMs: number | false;
  readonly onExpired: (limit: "idle" | "total", limitMs: number) => void;
}

/**
 * Calls `onExpired` once, when `idleMs` passed since the start or the last `touch`, or `totalMs` since the start.
 *
 * `touch` only records the time: a tool may report progress a million times.
 */
export function startDeadline(options: DeadlineOptions): Deadline {
  const deadline = new Deadline(options);
  deadline.arm(options.startedAt);
  return deadline;
}

/** The time limit of one running call. */
export class Deadline {
  readonly #options: DeadlineOptions;
  #touchedAt: number;
  #handle: unknown;

  constructor(options: DeadlineOptions) {
    this.#options = options;
    this.#touchedAt = options.startedAt;
  }

  /** Restarts the time without progress. */
  touch(): void {
    this.#touchedAt = this.#options.clock.now();
  }

  cancel(): void {
    if (this.#handle !== undefined) this.#options.clock.clearTimeout(this.#handle);
  }

  /** Sets the timer for the limit that is reached first, or reports that one is reached. */
  arm(now: number): void {
    const { clock, startedAt, idleMs, totalMs, onExpired } = this.#options;
    if (idleMs === false && totalMs === false) return;
    const idleLeft = idleMs === false ? Number.POSITIVE_INFINITY : this.#touchedAt + idleMs - now;
    const totalLeft = totalMs === false ? Number.POSITIVE_INFINITY : startedAt + totalMs - now;
    if (totalLeft <= 0) onExpired("total", totalMs as number);
    else if (idleLeft <= 0) onExpired("idle", idleMs as number);
    else {
      // Rounded up: a timer that fires a fraction early would be set again and again.
      const delay = Math.min(Math.ceil(Math.min(idleLeft, totalLeft)), MAX_TIMER_DELAY_MS);
      this.#handle = clock.setTimeout(() => this.arm(timeAfter(clock.now(), now, delay)), delay);
    }
  }
}

/**
 * Returns the present time. If the clock stands still, the delays of its timers count as passed: otherwise a limit
 * would never be reached.
 */
function timeAfter(now: number, armedAt: number, delay: number): number {
  return now > armedAt ? now : armedAt + delay;
}

/** The reason why a call was stopped from outside. */
export type StopReason =
  | { readonly type: "cancelled" }
  | { readonly type: "timeout"; readonly limit: "idle" | "total"; readonly limitMs: number };

/** Returns the error of an aborted operation, worded like the reason. */
export function abortError(reason: StopReason): ToolError {
  return reason.type === "cancelled"
    ? new ToolError("The call was cancelled.", { code: "cancelled" })
    : new ToolError(timeoutMessage(reason), { code: "timeout" });
}

/** Returns the message of an idle timeout as in the Amp specification, and its counterpart for the total time. */
export function timeoutMessage(reason: {
  readonly limit: "idle" | "total";
  readonly limitMs: number;
}): string {
  const seconds = Number((reason.limitMs / 1000).toFixed(3));
  const unit = seconds === 1 ? "second" : "seconds";
  return reason.limit === "idle"
    ? `Tool execution timed out after ${seconds} ${unit}`
    : `Tool execution timed out after ${seconds} ${unit} in total, although it still reported progress`;
}
