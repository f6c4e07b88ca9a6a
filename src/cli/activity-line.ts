import type { ToolEvent } from "../contract/index.js";
import type { ConnectingToolRuntime } from "../create-tool-runtime.js";
import { type Clock, systemClock } from "../values/index.js";
import type { CommandLineStreams } from "./command-line-streams.js";
import { onOneLine } from "./printable.js";

/** Milliseconds that a call runs before a line says so, and between two drawings of the line. */
const INTERVAL_MS = 1_000;

/** The columns of a terminal that does not say how many it has. */
const DEFAULT_COLUMNS = 80;

/** Carriage return and "erase in line" (ECMA-48 EL): removes what stands on the line. */
const ERASE_LINE = "\r\u001B[2K";

/** A line on the standard error that says what runs. */
export interface ActivityLine {
  /** Removes the line. */
  end(): void;
}

/**
 * Shows, on the terminal of the standard error, for how long a call has been running and what it last reported.
 *
 * The line appears after one second and never while a question waits for its answer. Without a terminal nothing is
 * written.
 */
export function showActivity(
  runtime: Pick<ConnectingToolRuntime, "on">,
  { stderr }: Pick<CommandLineStreams, "stderr">,
  clock: Clock = systemClock,
): ActivityLine {
  if (stderr.isTTY !== true) return { end: () => {} };
  let running: { readonly name: string; readonly since: number; readonly told: string } | undefined;
  let isDrawn = false;
  let timer: unknown;
  const draw = (): void => {
    if (running === undefined) return;
    const seconds = Math.floor((clock.now() - running.since) / 1_000);
    const text = onOneLine(`${running.name}, ${seconds} s${running.told === "" ? "" : `: ${running.told}`}`);
    stderr.write(`${ERASE_LINE}${text.slice(0, (stderr.columns ?? DEFAULT_COLUMNS) - 1)}`);
    isDrawn = true;
    start();
  };
  const start = (): void => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(draw, INTERVAL_MS);
  };
  const pause = (): void => {
    clock.clearTimeout(timer);
    if (isDrawn) stderr.write(ERASE_LINE);
    isDrawn = false;
  };
  const stop = (): void => {
    pause();
    running = undefined;
  };
  const remove = runtime.on((event: ToolEvent) => {
    if (event.type === "tool-call-start") {
      running = { name: event.toolName, since: clock.now(), told: "" };
      start();
    } else if (event.type === "tool-progress" && running !== undefined) {
      running = { ...running, told: event.update.message ?? running.told };
    } else if (event.type === "tool-approval-request") pause();
    else if (event.type === "tool-approval-response" && running !== undefined) start();
    else if (event.type === "tool-result") stop();
  });
  return {
    end: () => {
      remove();
      stop();
    },
  };
}
