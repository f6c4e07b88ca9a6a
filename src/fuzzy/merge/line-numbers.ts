/**
 * Numbers for the lines of several texts, equal for equal lines: a merge compares each line many times.
 *
 * Line ends are not compared.
 */
export class LineNumbers {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly weights: number[] = [];

  /** Returns the numbers of the lines of a text. */
  linesOf(text: string): number[] {
    const lines = text.split("\n");
    const last = lines.length - 1;
    const hasReturns = text.includes("\r\n");
    return lines.map((line, at) =>
      this.numberOf(hasReturns && at < last && line.endsWith("\r") ? line.slice(0, -1) : line),
    );
  }

  textOf(line: number): string {
    return this.texts[line] as string;
  }

  /** Returns the weight of a line in a comparison: a long line says more about its place than a blank one. */
  weightOf(line: number): number {
    this.weights[line] ??= this.isBlank(line) ? 0.5 : 1 + Math.min(this.textOf(line).length, 40) / 8;
    return this.weights[line] as number;
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
