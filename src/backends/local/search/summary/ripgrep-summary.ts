import { isRecord } from "../../../../values/index.js";
import type { SearchWork } from "./search-threads.js";

const NANOSECONDS_PER_MS = 1_000_000;

/** Last line of `rg --json`; ripgrep writes its keys in this order. */
const START = '{"data":{"elapsed_total":';
const END = ',"type":"summary"}';

/** Returns whether a line of `rg --json` is its summary. */
export function isSummary(line: string): boolean {
  return line.startsWith(START) && line.endsWith(END);
}

/** Returns the work that a summary states; `undefined` if this version of ripgrep writes it in another form. */
export function workIn(summary: string): SearchWork | undefined {
  const { data } = JSON.parse(summary) as { readonly data: Readonly<Record<string, unknown>> };
  const { elapsed_total: elapsed, stats } = data;
  if (!isRecord(elapsed) || !isRecord(stats)) return undefined;
  const work = {
    files: Number(stats.searches),
    bytes: Number(stats.bytes_searched),
    elapsedMs: Number(elapsed.secs) * 1_000 + Number(elapsed.nanos) / NANOSECONDS_PER_MS,
  };
  return Object.values(work).every(Number.isFinite) ? work : undefined;
}
