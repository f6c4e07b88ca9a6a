import type { Undoing } from "./undoing.js";

/**
 * Formats in which tools show line numbers: `12: `, `00012| `, ` 12\t`, `12→`, `12 | `, `L12: `. A blank after the mark
 * belongs to the format or to the line, so both are tried.
 */
const NUMBERINGS: readonly RegExp[] = [
  /^[ \t]*L?(\d{1,7})\t/,
  /^[ \t]*L?(\d{1,7}) ?→/,
  /^[ \t]*L?(\d{1,7}) ?[|│]/,
  /^[ \t]*L?(\d{1,7}) ?[|│] /,
  /^[ \t]*L?(\d{1,7}):/,
  /^[ \t]*L?(\d{1,7}): /,
  /^[ \t]*L?(\d{1,7})-(?= )/,
];

/** A text that may begin with a numbered line: nearly every text is recognised by its first character. */
const BEGINS_WITH_NUMBER = /^\s*L?\d/;

/** A line that consists of a number: a blank line whose mark was trimmed. */
const BARE_NUMBER = /^\d{1,7}$/;

/** Minimum share of the solid lines with a number; a model loses some. */
const NUMBERED_SHARE = 0.5;

/** Minimum visible characters of the kept lines that show that the numbers were pasted. */
const TELLING_CHARACTERS = 3;

/** Minimum number of lines for which one kept character is enough. */
const MIN_WHOLE_LINES = 3;

/** A text without its line numbers. */
interface Unnumbered {
  readonly lines: readonly string[];
  /** The number of the first line. */
  readonly first: number;
}

/** Yields the old text without copied line numbers, which are in sequence; a part of the lines may have lost them. */
export function* undoLineNumbers(old: string): Generator<Undoing> {
  const lines = old.split("\n");
  if (!mayBeNumbered(lines)) return;
  for (const numbering of NUMBERINGS) {
    const found = unnumbered(lines, numbering);
    if (found === undefined) continue;
    yield {
      old: found.lines.join("\n"),
      // New lines between numbered ones often have no number; and a line that itself begins with a number is
      // recognised because that number is far from those of the old text.
      restore: (newText) => {
        const newLines = newText.split("\n");
        const last = found.first + lines.length + newLines.length;
        let previous = found.first - 1;
        return newLines
          .map((line) => {
            const bare = BARE_NUMBER.exec(line.trim())?.[0];
            const number = Number(bare ?? numbering.exec(`${line} `)?.[1]);
            if (!(number >= found.first && number <= last)) return line;
            if (bare !== undefined && number !== previous + 1) return line;
            previous = number;
            return stripped(line, numbering);
          })
          .join("\n");
      },
    };
  }
}

/**
 * Returns the new text without line numbers if only the new text has them: all its lines are numbered in sequence, and
 * without the numbers one of them is a line of the old text.
 */
export function withoutPastedNumbers(old: string, newText: string): string | undefined {
  if (!BEGINS_WITH_NUMBER.test(newText)) return undefined;
  const lines = newText.split("\n");
  if (!NUMBERINGS.some((numbering) => numbering.test(`${lines.find(isSolid) ?? ""} `))) return undefined;
  const known = new Set(old.split("\n").filter(isSolid));
  if (lines.some((line) => known.has(line))) return undefined;
  let best: Unnumbered | undefined;
  // As many numbered lines as the old text has are its lines, even if the edit changes nearly all of them.
  const isWhole = lines.length >= MIN_WHOLE_LINES && lines.length === old.split("\n").length;
  let most = isWhole ? 0 : TELLING_CHARACTERS - 1;
  for (const numbering of NUMBERINGS) {
    const found = unnumbered(lines, numbering);
    const kept = found?.lines.reduce((sum, line) => sum + (known.has(line) ? line.trim().length : 0), 0) ?? 0;
    if (kept > most) [best, most] = [found, kept];
  }
  return best?.lines.join("\n");
}

/** Returns whether a text resembles the numbered lines of a reading tool. */
export function looksNumbered(text: string): boolean {
  const lines = text.split("\n");
  return mayBeNumbered(lines) && NUMBERINGS.some((numbering) => unnumbered(lines, numbering) !== undefined);
}

function isSolid(line: string): boolean {
  return line.trim() !== "";
}

function stripped(line: string, numbering: RegExp): string {
  return numbering.test(line) ? line.replace(numbering, "") : "";
}

/** Returns whether enough lines begin with a number of any format; comparing each line with each format takes much longer. */
function mayBeNumbered(lines: readonly string[]): boolean {
  const solid = lines.filter(isSolid);
  const numbered = solid.filter((line) => BEGINS_WITH_NUMBER.test(line));
  return numbered.length > 0 && numbered.length >= NUMBERED_SHARE * solid.length;
}

function unnumbered(lines: readonly string[], numbering: RegExp): Unnumbered | undefined {
  let offset: number | undefined;
  let numbered = 0;
  let solid = 0;
  const result: string[] = [];
  for (const [place, line] of lines.entries()) {
    if (!isSolid(line)) {
      result.push(line);
      continue;
    }
    solid += 1;
    const found = numbering.exec(line) ?? numbering.exec(`${line} `);
    const bare = offset === undefined ? undefined : BARE_NUMBER.exec(line.trim())?.[0];
    const number = Number(found?.[1] ?? bare);
    // A line without its number may begin with another one; a number of the sequence is a number of the listing.
    if (Number.isNaN(number) || (found === null && number - place !== offset)) {
      result.push(line);
      continue;
    }
    if (offset !== undefined && number - place !== offset) return undefined;
    offset = number - place;
    numbered += 1;
    result.push(found === null ? "" : stripped(line, numbering));
  }
  const isPartly = numbered < solid;
  if (offset === undefined || numbered < NUMBERED_SHARE * solid || (isPartly && numbered < 2))
    return undefined;
  return { lines: result, first: offset };
}
