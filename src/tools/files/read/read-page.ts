import { ToolError } from "../../../contract/index.js";
import type { LineRange } from "../line-range.js";
import type { ReadLimits } from "./read-limits.js";

/** A part of a file by its first line and the number of lines; of a folder: entries. */
export interface ReadPage {
  /** Default: the first line. */
  readonly offset?: number | undefined;
  /** At least 1. Default: the limit's default. */
  readonly limit?: number | undefined;
  /** The `offset` of the first line of a file. */
  readonly firstLine: 0 | 1;
}

/** The model's names of the two parameters. */
export interface PageWording {
  readonly offset: string;
  readonly limit: string;
}

/**
 * Returns the lines of a page; `undefined` when no part was requested.
 *
 * With lines counted from 1, an offset of 0 also means the first line.
 *
 * @throws ToolError `invalid-input` for an invalid offset or number of lines
 */
export function checkedPage(
  { offset, limit, firstLine }: ReadPage,
  { defaultLines }: ReadLimits,
  wording: PageWording,
): LineRange | undefined {
  if (offset === undefined && limit === undefined) return undefined;
  if (offset !== undefined && !(Number.isInteger(offset) && offset >= 0)) {
    throw invalid(
      `${wording.offset} must be an integer of at least ${firstLine}, but it is ${offset}. The first line of a file has the number ${firstLine}.`,
    );
  }
  if (limit !== undefined && !(limit === Number.POSITIVE_INFINITY || Number.isInteger(limit))) {
    throw invalid(`${wording.limit} must be an integer, but it is ${limit}.`);
  }
  if (limit !== undefined && limit < 1) {
    throw invalid(
      `${wording.limit} must be at least 1, but it is ${limit}. Leave it out for ${defaultLines} lines.`,
    );
  }
  const startLine = Math.max(1, (offset ?? firstLine) - firstLine + 1);
  return { startLine, endLine: startLine + (limit ?? defaultLines) - 1 };
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-input" });
}
