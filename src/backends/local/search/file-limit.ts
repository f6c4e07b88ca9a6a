import type { TextSearch } from "../../../contract/index.js";
import type { RipgrepRecord } from "./ripgrep-records.js";

/** Lines around a match that a search asks for. */
export function contextOf({ contextLines = 0, linesBefore, linesAfter }: TextSearch): {
  readonly before: number;
  readonly after: number;
} {
  return { before: linesBefore ?? contextLines, after: linesAfter ?? contextLines };
}

/**
 * What to tell ripgrep about matches per file; nothing for a multiline search: ripgrep 15.0.0 can hang with `--json
 * --multiline --max-count`, so those are counted here alone. With lines around it is told one more, which shows where the
 * lines after the last one have to end.
 */
export function maxCountOf(request: TextSearch): number | undefined {
  const { maxMatchesPerFile: limit, multiline = false } = request;
  if (limit === undefined || multiline) return undefined;
  return contextOf(request).after > 0 ? limit + 1 : limit;
}

/**
 * Holds the records of each file to `maxMatchesPerFile`.
 *
 * After its last match ripgrep goes on with the lines around it, and gives those that match as matches, whatever the limit.
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

  /** Whether a record is to be given; records of one file come together and in order. */
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
