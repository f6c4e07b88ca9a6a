/** Binary files that are remembered for the result of one search. */
const MAX_BINARY_FILES = 100_000;

/** Characters of a line that are kept until its end arrives: a path has at most 4,096 bytes. */
const MAX_LINE_LENGTH = 16_384;

/** Start of each line that `--debug` adds; versions before 14.1 omit the name of the program. */
const DEBUG_START = /^(?:rg: )?DEBUG\|/;

const IGNORED_MARK = ": ignoring ";
const BINARY_MARK = ": found binary data at offset ";

/**
 * A reader of ripgrep's standard error with `--debug`, the only place where ripgrep names the binary files that it
 * skips. Separates the errors from the other lines.
 */
export class DebugReader {
  readonly #binaryFiles = new Set<string>();
  #rest = "";

  /** The skipped binary files so far, as ripgrep prints them. */
  get binaryFiles(): readonly string[] {
    return [...this.#binaryFiles];
  }

  /** Reads the next output; returns the lines of it that `--debug` did not add. */
  push(output: string): string {
    const lines = output.split("\n");
    lines[0] = this.#rest + (lines[0] ?? "");
    this.#rest = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH);
    let errors = "";
    for (const line of lines) {
      if (DEBUG_START.test(line)) this.#readDebugLine(line);
      else errors += `${line}\n`;
    }
    return errors;
  }

  #readDebugLine(line: string): void {
    const start = line.indexOf(IGNORED_MARK);
    const end = line.lastIndexOf(BINARY_MARK);
    if (start < 0 || end < start || this.#binaryFiles.size >= MAX_BINARY_FILES) return;
    this.#binaryFiles.add(line.slice(start + IGNORED_MARK.length, end));
  }
}
