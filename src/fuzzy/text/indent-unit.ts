/** One level of indentation: a tab, or a number of spaces. */
export interface IndentUnit {
  readonly kind: "tab" | "space";
  /** Spaces of one level; 1 for tabs. */
  readonly width: number;
}

const TABULATOR = 0x09;
const SPACE = 0x20;
const STAR = 0x2a;

/** Maximum number of lines from which the unit is detected: enough to be sure, at almost no cost. */
const MAX_SAMPLED_LINES = 4_000;

/**
 * Returns the indentation unit of a text, or `undefined` if it is not detectable.
 *
 * Steps between neighbouring lines vote. Ignores steps to or from a line that starts with `*` (a comment
 * block); steps of other widths than 2, 3, 4 and 8 are alignment.
 */
export function detectIndentUnit(lines: Iterable<string>): IndentUnit | undefined {
  const votes = new Map<number, number>();
  let tabs = 0;
  let spaces = 0;
  // The columns of the line before; -1 if there are none to compare.
  let previous = -1;
  let seen = 0;
  for (const line of lines) {
    if (seen++ > MAX_SAMPLED_LINES) break;
    let columns = 0;
    let hasTab = false;
    let code = line.charCodeAt(0);
    for (; code === SPACE || code === TABULATOR; code = line.charCodeAt(++columns)) {
      if (code === TABULATOR) hasTab = true;
    }
    // A blank line ends here, with or without a carriage return.
    if (!(code > SPACE) || code === STAR) continue;
    if (hasTab) tabs++;
    else if (columns > 0) spaces++;
    if (previous >= 0 && !hasTab) {
      const step = Math.abs(columns - previous);
      if (step === 2 || step === 3 || step === 4 || step === 8) votes.set(step, (votes.get(step) ?? 0) + 1);
    }
    previous = hasTab ? -1 : columns;
  }
  if (tabs > spaces) return { kind: "tab", width: 1 };
  let best: IndentUnit | undefined;
  let bestVotes = 0;
  for (const [width, count] of [...votes].sort(([one], [other]) => one - other)) {
    // A wider step may also be two narrow ones, so it needs clearly more votes than a narrower one.
    if (count > bestVotes * 1.5) {
      best = { kind: "space", width };
      bestVotes = count;
    }
  }
  return best;
}

/** Returns the lines of a text around an offset, without splitting the whole text. */
export function linesAround(text: string, offset: number): readonly string[] {
  const half = 60_000;
  const from = offset > half ? text.indexOf("\n", offset - half) + 1 : 0;
  const window = text.slice(from, Math.min(text.length, offset + half));
  // A file that consists of one very long line has no indentation.
  if (window.length > 2 * half - 2 && !window.includes("\n")) return [];
  return window.split("\n");
}

/** Maximum columns of one level; a wider step is an alignment. */
const MAX_UNIT_COLUMNS = 8;

/** The unit of a text that is indented with tabs. */
export const TAB: IndentUnit = { kind: "tab", width: 1 };

/** Returns the unit of some indentations: the smallest step between two of them. */
export function unitOf(indents: readonly string[]): IndentUnit | undefined {
  if (indents.some((indent) => indent.includes("\t"))) return TAB;
  const widths = [...new Set(indents.map((indent) => indent.length))].sort((one, other) => one - other);
  let smallest = 0;
  for (let at = 1; at < widths.length; at++) {
    const step = (widths[at] as number) - (widths[at - 1] as number);
    // A step of one is a comment's ` *` or an alignment, never a level; so is a wide step.
    if (step > 1 && step <= MAX_UNIT_COLUMNS && (smallest === 0 || step < smallest)) smallest = step;
  }
  return smallest > 0 ? { kind: "space", width: smallest } : undefined;
}
