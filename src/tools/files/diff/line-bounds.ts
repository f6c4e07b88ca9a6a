/**
 * Finds the beginning and end of lines in a text. Remembers the last line: a long one may contain thousands of changes.
 */
export class LineBounds {
  readonly #text: string;
  #start = 0;
  /** After the line end. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  startOf(offset: number): number {
    this.#find(offset);
    return this.#start;
  }

  endOf(offset: number): number {
    this.#find(offset);
    return this.#end;
  }

  #find(offset: number): void {
    if (offset >= this.#start && offset < this.#end) return;
    const feed = this.#text.indexOf("\n", offset);
    this.#start = offset === 0 ? 0 : this.#text.lastIndexOf("\n", offset - 1) + 1;
    this.#end = feed === -1 ? this.#text.length : feed + 1;
  }
}
