import type { ShellRequest } from "../../../../contract/index.js";

/** Longest time that a timer of the platform can hold; above it a timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

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
  return setTimeout(onExpired, Math.min(Math.max(limitMs, 1), MAX_TIMER_MS));
}
