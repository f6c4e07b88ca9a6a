import type { ShellRequest } from "../../../../contract/index.js";
import { MAX_TIMER_DELAY_MS } from "../../../../values/index.js";

/** The time limits of a running command. */
export interface TimeLimits {
  /** Records output: the inactivity limit restarts. */
  active(): void;
  stop(): void;
}

/** Starts the time limits of a request; limits beyond the longest timer are reduced to about 24 days. */
export function startTimeLimits(
  { timeoutMs, inactivityTimeoutMs }: Pick<ShellRequest, "timeoutMs" | "inactivityTimeoutMs">,
  onExpired: (limit: "timeout" | "inactivity") => void,
): TimeLimits {
  const total = timer(timeoutMs, () => onExpired("timeout"));
  const idle = timer(inactivityTimeoutMs, () => onExpired("inactivity"));
  return {
    active: () => idle?.refresh(),
    stop: () => {
      clearTimeout(total);
      clearTimeout(idle);
    },
  };
}

function timer(limitMs: number | undefined, onExpired: () => void): NodeJS.Timeout | undefined {
  if (limitMs === undefined || limitMs === Number.POSITIVE_INFINITY) return undefined;
  return setTimeout(onExpired, Math.min(Math.max(limitMs, 1), MAX_TIMER_DELAY_MS));
}
