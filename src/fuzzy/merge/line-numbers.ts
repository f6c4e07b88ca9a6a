const LINE_FEED = 10;

/**
 * Numbers for the lines of several texts, equal for equal lines: a merge compares each line many times.
 *
 * Line ends are not compared.
 */
export class LineNumbers {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly weights: number[] = [];
  private first: { readonly text: string; readonly lines: readonly number[] } | undefined;

  /** Returns the numbers of the lines of a text; those of lines that it begins or ends with like the first text are not looked up. */
  linesOf(text: string): number[] {
    if (this.first === undefined) {
      const lines = this.numbersOf(text);
      this.first = { text, lines };
      return lines;
    }
    const { lines } = this.first;
    const { head, tail } = commonEnds(this.first.text, text);
    const middle = this.numbersOf(text.slice(head.length, text.length - tail.length));
    // The line end before the common end also ends the last line of the middle.
    if (tail.lines > 0) middle.pop();
    return [...lines.slice(0, head.lines), ...middle, ...lines.slice(lines.length - tail.lines)];
  }

  textOf(line: number): string {
    return this.texts[line] as string;
  }

  /** Returns the weight of a line in a comparison: a long line says more about its place than a blank one. */
  weightOf(line: number): number {
    this.weights[line] ??= this.isBlank(line) ? 0.5 : 1 + Math.min(this.textOf(line).length, 40) / 8;
    return this.weights[line] as number;
  }

  private numbersOf(text: string): number[] {
    const lines = text.split("\n");
    const last = lines.length - 1;
    const hasReturns = text.includes("\r\n");
    return lines.map((line, at) =>
      this.numberOf(hasReturns && at < last && line.endsWith("\r") ? line.slice(0, -1) : line),
    );
  }

  private isBlank(line: number): boolean {
    return this.textOf(line).trim() === "";
  }

  private numberOf(line: string): number {
    const known = this.numbers.get(line);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.numbers.set(line, number);
    this.texts.push(line);
    return number;
  }
}

/** Whole lines at the start or end of a text: their length in characters, and their number. */
interface CommonEnd {
  length: number;
  lines: number;
}

/** Returns the whole lines that two texts both begin and both end with. */
function commonEnds(one: string, other: string): { readonly head: CommonEnd; readonly tail: CommonEnd } {
  const head = { length: 0, lines: 0 };
  const tail = { length: 0, lines: 0 };
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) {
    const code = one.charCodeAt(at);
    if (code !== other.charCodeAt(at)) break;
    if (code !== LINE_FEED) continue;
    head.length = at + 1;
    head.lines += 1;
  }
  // After a line end: the characters before it belong to another line.
  const limit = shorter - head.length;
  for (let back = 1; back <= limit; back += 1) {
    const code = one.charCodeAt(one.length - back);
    if (code !== other.charCodeAt(other.length - back)) break;
    if (code !== LINE_FEED) continue;
    tail.length = back - 1;
    tail.lines += 1;
  }
  return { head, tail };
}
