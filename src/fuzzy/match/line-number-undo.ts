import type { Undoing } from "./undo.js";

/** The ways tools show line numbers: `12: `, `00012| `, `   12\t`, `12→`, `12 | `, `L12: `. */
const NUMBERINGS: readonly RegExp[] = [
  /^[ \t]*L?(\d{1,7})\t/,
  /^[ \t]*L?(\d{1,7}) ?→/,
  /^[ \t]*L?(\d{1,7}) ?[|│] ?/,
  /^[ \t]*L?(\d{1,7}): ?/,
  /^[ \t]*L?(\d{1,7})-(?= )/,
];

/** The old text without line numbers that were copied with it: every solid line has one, and each is the next. */
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
      // New lines were often typed without a number between numbered ones; and a line that begins with a number of its
      // own is told from a numbered one by the number being far from those of the old text.
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

/** Whether a text looks like numbered lines as a reading tool shows them. */
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
    // A line without text may have lost its number with its trailing blanks; the others must still count on.
    if (previous !== undefined && number - previous !== place - previousLine) return false;
    previous = number;
    previousLine = place;
  }
  return previous !== undefined;
}
