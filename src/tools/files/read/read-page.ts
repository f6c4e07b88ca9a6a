import { ToolError } from "../../../contract/index.js";
import type { LineRange } from "../line-range.js";
import type { ReadLimits } from "./read-limits.js";

/** A part of a file by the line where it starts and the number of lines; of a folder: entries. */
export interface ReadPage {
  /** Default: the first line. */
  readonly offset?: number;
  /** At least 1. Default: what the limits give. */
  readonly limit?: number;
  /** The number that `offset` has for the first line of a file. */
  readonly firstLine: 0 | 1;
}

/** What the model calls the two. */
export interface PageWording {
  readonly offset: string;
  readonly limit: string;
}

/**
 * The lines of a page; `undefined` when it asks for nothing in particular.
 *
 * With lines counted from 1, an offset of 0 is the first line as well.
 *
 * @throws ToolError `invalid-input` for what is no offset or no number of lines
 */
export function checkedPage(
  { offset, limit, firstLine }: ReadPage,
  { defaultLines }: ReadLimits,
  wording: PageWording,
): LineRange | undefined {
  if (offset === undefined && limit === undefined) return undefined;
  if (offset !== undefined && !(Number.isInteger(offset) && offset >= 0)) {
    throw invalid(
      `${wording.offset} must be a whole number of at least ${firstLine}, but it is ${offset}. The first line of a file has the number ${firstLine}.`,
    );
  }
  if (limit !== undefined && !(limit === Number.POSITIVE_INFINITY || Number.isInteger(limit))) {
    throw invalid(`${wording.limit} must be a whole number, but it is ${limit}.`);
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
