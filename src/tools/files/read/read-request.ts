import { ToolError } from "../../../contract/index.js";
import type { LineRange } from "../line-range.js";
import type { ReadLimits } from "./read-limits.js";
import type { ReadCut } from "./read-output.js";
import type { PageWording, ReadPage } from "./read-page.js";

/** What the model calls the things that error messages speak of. */
export interface ReadWording extends PageWording {
  /** The parameter that asks for a range of lines, where one does. */
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
  /** How it was asked for, where not as a range. */
  readonly page?: ReadPage;
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
  { limits, asked, page }: ReadRequest,
): ReadCut | undefined {
  const { last, more, byBytes, total = Number.POSITIVE_INFINITY } = read;
  // Without a number of lines, the end of a page is the limit's choice.
  const end = page?.limit === undefined && page !== undefined ? undefined : asked?.endLine;
  if (!more || (end !== undefined && last >= end)) return undefined;
  const limit = byBytes ? "max-bytes" : end === undefined ? "default-lines" : "max-lines";
  const step = end === undefined ? limits.defaultLines : limits.maxLines;
  const endLine = Math.min(last + step, end ?? Number.POSITIVE_INFINITY, total);
  return { limit, next: { startLine: last + 1, endLine } };
}

/** The error for a range or a page that begins behind the end. */
export function beyondTheEnd(
  path: string,
  startLine: number,
  end: { readonly count: number; readonly unit: "lines" | "entries" },
  { page, wording }: ReadRequest,
): ToolError {
  const { range, offset } = wording;
  const has = `${path} has only ${end.count} ${end.unit}.`;
  const asked = page === undefined ? `${range} starts at ${startLine}` : `${offset} is ${page.offset}`;
  const first = page?.firstLine ?? 1;
  const last = first + end.count - 1;
  const within =
    page === undefined ? `Ask for a ${range} within [1, ${last}]` : goodOffsets(first, last, offset);
  return new ToolError(`${asked}, but ${has}${end.count === 0 ? "" : ` ${within}.`}`, {
    code: "range-out-of-bounds",
    absolutePath: path,
  });
}

function goodOffsets(first: number, last: number, name: string): string {
  return first === last ? `Leave ${name} out` : `Give an ${name} from ${first} to ${last}`;
}
