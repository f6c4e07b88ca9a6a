import type { ToolResult } from "collet";

/** Width of the timeline in columns. */
const WIDTH = 60;

/** Draws the time and the worker of each call: `1` and `2` for the two workers, `x` for a call that was lost with its worker. */
export function drawTimeline(
  results: readonly ToolResult[],
  { startedAt, killedAt }: { readonly startedAt: number; readonly killedAt: number },
): string {
  const endedAt = Math.max(...results.map(({ timing }) => timing.endedAt));
  const columnOf = (at: number) =>
    Math.max(0, Math.min(WIDTH - 1, Math.floor(((at - startedAt) / (endedAt - startedAt)) * WIDTH)));
  const rows = results.map(({ callId, timing, metadata, error }) => {
    const { worker = "worker-x" } = (metadata?.remote ?? {}) as { readonly worker?: string };
    const from = columnOf(timing.startedAt ?? timing.endedAt);
    const to = columnOf(timing.endedAt);
    const sign = error?.errorCode === "worker-lost" ? "x" : worker.slice(-1);
    return `${callId.padEnd(8)} |${" ".repeat(from)}${sign.repeat(to - from + 1).padEnd(WIDTH - from)}|`;
  });
  const killed = `${"".padEnd(8)}  ${" ".repeat(columnOf(startedAt + killedAt))}^ worker-1 is killed, worker-2 takes over`;
  return [...rows, killed].join("\n");
}
