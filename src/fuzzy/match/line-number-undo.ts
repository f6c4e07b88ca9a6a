import type { Undoing } from "./undo.js";

/** Formats in which tools show line numbers: `12: `, `00012| `, ` 12\t`, `12→`, `12 | `, `L12: `. */
const NUMBERINGS: readonly RegExp[] = [
  /^[ \t]*L?(\d{1,7})\t/,
  /^[ \t]*L?(\d{1,7}) ?→/,
  /^[ \t]*L?(\d{1,7}) ?[|│] ?/,
  /^[ \t]*L?(\d{1,7}): ?/,
  /^[ \t]*L?(\d{1,7})-(?= )/,
];

/** Yields the old text without copied line numbers: every solid line must have one, in sequence. */
export function* undoLineNumbers(old: string): Generator<Undoing> {
  const lines = old.split("\n");
  for (const numbering of NUMBERINGS) {
    if (!isNumbered(lines, numbering)) continue;
    const strip = (line: string) => line.replace(numbering, "");
    const numbers = lines
      .map((line) => numbering.exec(`${line} `)?.[1])
      .filter((number) => number !== undefined);
    const first = Number(numbers[0]);
    yield {
      old: lines.map(strip).join("\n"),
      // New lines between numbered ones often have no number; and a line that itself begins with a number is
      // recognised because that number is far from those of the old text.
      restore: (newText) => {
        const newLines = newText.split("\n");
        const last = first + lines.length + newLines.length;
        return newLines
          .map((line) => {
            const number = Number(numbering.exec(`${line} `)?.[1]);
            return number >= first && number <= last ? strip(line) : line;
          })
          .join("\n");
      },
    };
  }
}

/** Returns whether a text resembles the numbered lines of a reading tool. */
export function looksNumbered(text: string): boolean {
  const lines = text.split("\n");
  return NUMBERINGS.some((numbering) => isNumbered(lines, numbering));
}

function isNumbered(lines: readonly string[], numbering: RegExp): boolean {
  let previous: number | undefined;
  let previousLine = 0;
  for (const [place, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const found = numbering.exec(line) ?? numbering.exec(`${line} `);
    if (!found) return false;
    const number = Number(found[1]);
    // A line without text may have lost its number with its trailing blanks; the other numbers must still be
    // in sequence.
    if (previous !== undefined && number - previous !== place - previousLine) return false;
    previous = number;
    previousLine = place;
  }
  return previous !== undefined;
}
