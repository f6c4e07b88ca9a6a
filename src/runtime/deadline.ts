import type { Clock } from "../contract/index.js";

/** Node fires a timer at once when its delay does not fit a signed 32-bit number. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

/** The time limit of one running call. */
export interface Deadline {
  /** Starts the time without progress anew. */
  touch(): void;
  cancel(): void;
}

/**
 * Calls `onExpired` once, when `idleMs` passed since the start or the last `touch`, or `totalMs` since the start.
 *
 * `false` switches a limit off. A touch only notes the time: a tool may report progress a million times.
 */
export function startDeadline(options: {
  readonly clock: Clock;
  readonly idleMs: number | false;
  readonly totalMs: number | false;
  readonly onExpired: (limit: "idle" | "total", limitMs: number) => void;
}): Deadline {
  const { clock, idleMs, totalMs } = options;
  if (idleMs === false && totalMs === false) return { touch() {}, cancel() {} };

  const startedAt = clock.now();
  let touchedAt = startedAt;
  let handle: unknown;

  const arm = () => {
    const now = clock.now();
    const idleLeft = idleMs === false ? Number.POSITIVE_INFINITY : touchedAt + idleMs - now;
    const totalLeft = totalMs === false ? Number.POSITIVE_INFINITY : startedAt + totalMs - now;
    if (totalLeft <= 0) options.onExpired("total", totalMs as number);
    else if (idleLeft <= 0) options.onExpired("idle", idleMs as number);
    // Rounded up: a timer that fires a fraction early would arm itself again and again.
    else
      handle = clock.setTimeout(arm, Math.min(Math.ceil(Math.min(idleLeft, totalLeft)), MAX_TIMER_DELAY_MS));
  };
  arm();

  return {
    touch() {
      touchedAt = clock.now();
    },
    cancel() {
      clock.clearTimeout(handle);
    },
  };
}
