import { ToolError } from "../../contract/index.js";

/** Lines to show: both ends are included, the first line of a file is 1. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** The model's names for a range of lines. */
export interface RangeWording {
  /** The parameter for both ends, or for the first line if `rangeEnd` names the last one. */
  readonly range: string;
  /** The parameter for the last line. */
  readonly rangeEnd?: string | undefined;
}

/** Checks a range whose ends are two parameters. */
function requireEnds(
  { start, end }: { readonly start: number; readonly end: number },
  first: string,
  last: string,
): void {
  if (!Number.isInteger(start)) throw invalid(`${first} must be an integer, but it is ${start}.`);
  if (end !== Number.POSITIVE_INFINITY && !(Number.isInteger(end) && end >= 1))
    throw invalid(`${last} must be an integer of at least 1, but it is ${end}.`);
  if (end < start)
    throw invalid(`${last} is ${end}, before ${first} ${start}. Both are numbers of lines, counted from 1.`);
}

/**
 * Checks a range from a model.
 *
 * A start before the first line means the first line, as in the Amp specification.
 *
 * @throws ToolError `invalid-input` for fractions, and for a range that ends before it starts, with the range that was
 * probably meant
 */
export function checkedLineRange(
  [start, end]: readonly [number, number],
  { range, rangeEnd }: RangeWording,
): LineRange {
  if (rangeEnd !== undefined) requireEnds({ start, end }, range, rangeEnd);
  const given = `${range} is [${start}, ${end}]`;
  // Beyond the safe integers, fractions and neighbours are lost; such a number means "to the end".
  if (!Number.isInteger(start) || !(Number.isInteger(end) || end === Number.POSITIVE_INFINITY)) {
    throw invalid(`${given}; line numbers are integers. Pass [first line, last line], for example [1, 500].`);
  }
  if (end < 1) {
    throw invalid(
      `${given}, but lines are counted from 1. Pass [first line, last line], for example [1, 500].`,
    );
  }
  if (end < start) {
    throw invalid(
      `${given}, which ends before it starts. It is [first line, last line]: for ${end} lines starting at line ${start} pass [${start}, ${start + end - 1}].`,
    );
  }
  return { startLine: Math.max(1, start), endLine: end };
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-input" });
}
