import type { LineRange } from "../line-range.js";
import type { ReadLimits } from "./read-limits.js";
import type { ReadTruncation } from "./read-output.js";
import type { PageWording, ReadPage } from "./read-page.js";

/** The model's names of the tools and parameters in error messages. */
export interface ReadWording extends PageWording {
  /** The parameter for a range of lines, where there is one. */
  readonly range: string;
  /** The parameter for the last line, where `range` names only the first. Default: none. */
  readonly rangeEnd?: string | undefined;
  /** The tool that searches in files. */
  readonly searchTool: string;
  /** The tool that runs commands. */
  readonly shellTool: string;
}

/** The same, where a tool is absent if the session may not call it. */
export type OfferedWording = Omit<ReadWording, "searchTool" | "shellTool"> &
  Partial<Pick<ReadWording, "searchTool" | "shellTool">>;

/** The resolved limits and names, and the requested range. */
export interface ReadRequest {
  readonly limits: ReadLimits;
  readonly wording: OfferedWording;
  readonly asked?: LineRange | undefined;
  /** The requested page, if the request was not a range. */
  readonly page?: ReadPage | undefined;
}

/** Returns the range to read: the requested one, within the limits. */
export function boundedRange({ asked, limits }: ReadRequest): LineRange {
  const { defaultLines, maxLines } = limits;
  if (asked === undefined) return { startLine: 1, endLine: Math.min(defaultLines, maxLines) };
  return { startLine: asked.startLine, endLine: Math.min(asked.endLine, asked.startLine + maxLines - 1) };
}

/**
 * Returns the limit because of which the reader sees no more; `undefined` if the requested range or the end of the file
 * is the reason.
 */
export function truncationOf(
  read: {
    readonly last: number;
    readonly more: boolean;
    readonly byBytes: boolean;
    readonly total?: number | undefined;
  },
  { limits, asked, page }: ReadRequest,
): ReadTruncation | undefined {
  const { last, more, byBytes, total = Number.POSITIVE_INFINITY } = read;
  // Without a number of lines, the limit determines the end of a page.
  const end = page?.limit === undefined && page !== undefined ? undefined : asked?.endLine;
  if (!more || (end !== undefined && last >= end)) return undefined;
  const limit = byBytes ? "max-bytes" : end === undefined ? "default-lines" : "max-lines";
  const step = end === undefined ? limits.defaultLines : limits.maxLines;
  const endLine = Math.min(last + step, end ?? Number.POSITIVE_INFINITY, total);
  return { limit, next: { startLine: last + 1, endLine } };
}

/** Returns the note about a range or a page that begins after the end, with the number of lines or entries. */
export function beyondTheEnd(
  path: string,
  startLine: number,
  end: { readonly count: number | undefined; readonly unit: "line" | "entry" },
  { page, wording }: ReadRequest,
): string {
  const { range, offset } = wording;
  const { count, unit } = end;
  const asked =
    page === undefined ? `The requested part starts at ${unit} ${startLine}` : `${offset} is ${page.offset}`;
  if (count === undefined) return `${asked}, but ${path} has fewer lines.`;
  if (count === 0) return `${asked}, but ${path} is empty.`;
  const first = page?.firstLine ?? 1;
  const last = first + count - 1;
  const within =
    page === undefined
      ? wording.rangeEnd === undefined
        ? `Use ${range} within [1, ${last}]`
        : `Use a ${range} from 1 to ${last}`
      : goodOffsets(first, last, offset);
  const plural = unit === "line" ? "lines" : "entries";
  return `${asked}, but ${path} has only ${count} ${count === 1 ? unit : plural}. ${within}.`;
}

function goodOffsets(first: number, last: number, name: string): string {
  return first === last ? `Leave ${name} out` : `Use an ${name} from ${first} to ${last}`;
}
