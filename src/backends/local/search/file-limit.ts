import type { TextSearch } from "../../../contract/index.js";
import type { RipgrepRecord } from "./records/ripgrep-record.js";

/** Returns the number of context lines that a search asks for. */
export function contextOf({ contextLines = 0, linesBefore, linesAfter }: TextSearch): {
  readonly before: number;
  readonly after: number;
} {
  return { before: linesBefore ?? contextLines, after: linesAfter ?? contextLines };
}

/**
 * Returns the value of `--max-count`; `undefined` for a multiline search, because ripgrep 15.0.0 can hang
 * with `--json --multiline --max-count`: those matches are limited here. So are matched parts, because ripgrep
 * counts lines, and a line can match without a part that has text. With context lines the value is one
 * higher, which shows where the lines after the last match must end.
 */
export function maxCountOf(request: TextSearch): number | undefined {
  const { maxMatchesPerFile: limit, multiline = false, onlyMatching = false } = request;
  if (limit === undefined || multiline || onlyMatching) return undefined;
  return contextOf(request).after > 0 ? limit + 1 : limit;
}

/**
 * The filter that limits the records of each file to `maxMatchesPerFile`.
 *
 * After its last match ripgrep continues with the context lines, and reports those that match as matches,
 * regardless of the limit.
 */
export class FileLimit {
  readonly #limit: number;
  readonly #after: number;
  #path: string | undefined;
  #matches = 0;
  #lastLine = 0;

  constructor(request: TextSearch) {
    this.#limit = request.maxMatchesPerFile ?? Number.POSITIVE_INFINITY;
    this.#after = contextOf(request).after;
  }

  /** Returns whether a record is within the limit; records of one file arrive together and in order. */
  admits(record: RipgrepRecord): boolean {
    if (record.path !== this.#path) {
      this.#path = record.path;
      this.#matches = 0;
    }
    if (record.kind === "match") {
      this.#matches += 1;
      if (this.#matches <= this.#limit) this.#lastLine = record.line + lineCount(record.text) - 1;
      return this.#matches <= this.#limit;
    }
    if (this.#matches < this.#limit) return true;
    return this.#matches === this.#limit && record.line <= this.#lastLine + this.#after;
  }
}

function lineCount(text: string): number {
  let lines = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < text.length - 1; end = text.indexOf("\n", end + 1))
    lines += 1;
  return lines;
}
