import { oneLine } from "./render-plan.js";
import { type TimelineEntry, type TimelineSpan, timelineSpans } from "./timeline.js";

/** Default number of columns of the bars: with names, fits a terminal of 100 columns. */
export const DEFAULT_GANTT_WIDTH = 60;

const MAX_NAME_LENGTH = 24;
const SYMBOL: Record<TimelineSpan["kind"], string> = { queue: ".", approval: "?", slot: "-", run: "#" };

/**
 * Draws a timeline as text, one line for each task in order of submission: `.` waits for other tasks, `?`
 * waits for an answer, `-` waits for a slot, `#` runs.
 *
 * A run shows at least one `#`. The bar is followed by the total time of the task and, unless it is done, its
 * outcome.
 *
 * @param options - `width`: columns of the bars, a positive integer, default 60
 * @throws RangeError for another width
 * @example
 * renderGantt(entries, { width: 20 });
 * // 0 to 40 ms  (. waits for calls  ? for an answer  - for a slot  # runs)
 * // read a  |##########          | 20 ms
 * // edit a  |..........##########| 40 ms
 */
export function renderGantt(
  entries: readonly TimelineEntry[],
  options: { readonly width?: number } = {},
): string {
  const { width = DEFAULT_GANTT_WIDTH } = options;
  if (!Number.isInteger(width) || width < 1) {
    throw new RangeError(`width must be a positive integer of columns, but it is ${String(width)}.`);
  }
  if (entries.length === 0) return "no tasks";
  const inOrder = [...entries].sort((one, other) => one.queuedAt - other.queuedAt);
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { queuedAt, endedAt } of inOrder) {
    from = Math.min(from, queuedAt);
    to = Math.max(to, endedAt);
  }
  const names = inOrder.map(({ name }) => oneLine(name, MAX_NAME_LENGTH));
  const nameWidth = names.reduce((longest, { length }) => Math.max(longest, length), 0);
  const column = (at: number) => (to > from ? Math.floor(((at - from) / (to - from)) * width) : 0);
  const lines = inOrder.map((entry, index) => {
    const bar = drawBar(timelineSpans(entry), column, width);
    const outcome = entry.outcome === "done" ? "" : `, ${entry.outcome}`;
    return `${names[index]?.padEnd(nameWidth)}  |${bar}| ${milliseconds(entry.endedAt - entry.queuedAt)}${outcome}`;
  });
  const legend = "(. waits for calls  ? for an answer  - for a slot  # runs)";
  return [`0 to ${milliseconds(to - from)}  ${legend}`, ...lines].join("\n");
}

function drawBar(spans: readonly TimelineSpan[], column: (at: number) => number, width: number): string {
  const cells = new Array<string>(width).fill(" ");
  for (const { kind, from, to } of spans) {
    const first = Math.min(column(from), width - 1);
    const last = Math.max(column(to), kind === "run" ? first + 1 : first);
    cells.fill(SYMBOL[kind], first, last);
  }
  return cells.join("");
}

function milliseconds(duration: number): string {
  return `${Number(duration.toPrecision(3))} ms`;
}
