import type { ShellRequest } from "../../../../contract/index.js";
import { MAX_TIMER_DELAY_MS } from "../../../../values/index.js";

/** The clocks that run beside a command. */
export interface TimeLimits {
  /** Says that there was output: the limit of inactivity starts anew. */
  active(): void;
  stop(): void;
}

/** Starts the limits that a request asks for; what they are longer than a timer can hold, they are cut to about 24 days. */
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
