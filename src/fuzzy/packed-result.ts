import type { PatchResult } from "./patch/index.js";
import type { EditResult, MatchSpan } from "./request/index.js";

/** Numbers of one packed span. */
const SPAN_NUMBERS = 4;

/**
 * A result that is fast to send to another thread: its spans are numbers, because there may be a hundred
 * thousand of them.
 */
export interface PackedResult {
  /** The result without its spans. */
  readonly rest: object;
  /** Start, end, first line and last line of each span. */
  readonly spans?: Int32Array;
}

/** Packs a result for another thread. */
export function packResult(result: EditResult | PatchResult): PackedResult {
  if (!("spans" in result) || result.spans === undefined) return { rest: result };
  const { spans, ...rest } = result;
  const numbers = new Int32Array(spans.length * SPAN_NUMBERS);
  for (const [index, { start, end, startLine, endLine }] of spans.entries()) {
    const at = index * SPAN_NUMBERS;
    numbers[at] = start;
    numbers[at + 1] = end;
    numbers[at + 2] = startLine;
    numbers[at + 3] = endLine;
  }
  return { rest, spans: numbers };
}

/** Returns the result that {@link packResult} packed. */
export function unpackResult<Result extends EditResult | PatchResult>({ rest, spans }: PackedResult): Result {
  if (spans === undefined) return rest as Result;
  const unpacked: MatchSpan[] = [];
  for (let at = 0; at < spans.length; at += SPAN_NUMBERS) {
    const [start, end, startLine, endLine] = [spans[at], spans[at + 1], spans[at + 2], spans[at + 3]];
    unpacked.push({ start, end, startLine, endLine } as MatchSpan);
  }
  return { ...rest, spans: unpacked } as unknown as Result;
}
