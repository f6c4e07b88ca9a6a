import { ToolError } from "../../contract/index.js";
import type { LineRange } from "./line-range.js";
import type { ReadLimits } from "./read-limits.js";
import type { ReadCut } from "./read-output.js";

/** What the model calls the things that error messages speak of. */
export interface ReadWording {
  /** The parameter that asks for a range of lines. */
  readonly range: string;
  /** The tool that searches in files. */
  readonly searchTool: string;
  /** The tool that runs commands. */
  readonly shellTool: string;
}

/** Settled limits and words, and the range that was asked for. */
export interface ReadRequest {
  readonly limits: ReadLimits;
  readonly wording: ReadWording;
  readonly asked?: LineRange;
}

/** The range to read: what was asked for, as far as the limits allow. */
export function boundedRange({ asked, limits }: ReadRequest): LineRange {
  const { defaultLines, maxLines } = limits;
  if (asked === undefined) return { startLine: 1, endLine: Math.min(defaultLines, maxLines) };
  return { startLine: asked.startLine, endLine: Math.min(asked.endLine, asked.startLine + maxLines - 1) };
}

/** Tells whether a limit, rather than the range that was asked for or the end, is why the reader sees no more. */
export function cutOf(
  read: { readonly last: number; readonly more: boolean; readonly byBytes: boolean; readonly total?: number },
  { limits, asked }: ReadRequest,
): ReadCut | undefined {
  const { last, more, byBytes, total = Number.POSITIVE_INFINITY } = read;
  if (!more || (asked !== undefined && last >= asked.endLine)) return undefined;
  const limit = byBytes ? "max-bytes" : asked === undefined ? "default-lines" : "max-lines";
  const step = asked === undefined ? limits.defaultLines : limits.maxLines;
  const endLine = Math.min(last + step, asked?.endLine ?? Number.POSITIVE_INFINITY, total);
  return { limit, next: { startLine: last + 1, endLine } };
}

/** The error for a range that begins behind the end. */
export function beyondTheEnd(
  path: string,
  startLine: number,
  end: { readonly count: number; readonly unit: "lines" | "entries" },
  { range }: ReadWording,
): ToolError {
  const within = end.count === 0 ? "" : ` Ask for a ${range} within [1, ${end.count}].`;
  return new ToolError(
    `${range} starts at ${startLine}, but ${path} has only ${end.count} ${end.unit}.${within}`,
    { code: "range-out-of-bounds", absolutePath: path },
  );
}
