/** Reads a pattern character by character (by code point). */
export class PatternReader {
  readonly #characters: readonly string[];
  #position = 0;

  constructor(readonly pattern: string) {
    this.#characters = Array.from(pattern);
  }

  /** The character that comes next, or one further on. */
  peek(ahead = 0): string | undefined {
    return this.#characters[this.#position + ahead];
  }

  take(): string | undefined {
    const character = this.#characters[this.#position];
    if (character !== undefined) this.#position += 1;
    return character;
  }

  /** Takes some ASCII text if exactly that comes next. */
  takeAll(text: string): boolean {
    for (let index = 0; index < text.length; index += 1) {
      if (this.peek(index) !== text[index]) return false;
    }
    this.#position += text.length;
    return true;
  }

  takeCount(count: number): string | undefined {
    if (this.#position + count > this.#characters.length) return undefined;
    const text = this.#characters.slice(this.#position, this.#position + count).join("");
    this.#position += count;
    return text;
  }

  /** Takes what comes up to a character, and the character, which is not part of the answer. */
  takeUntil(end: string): string | undefined {
    const found = this.#characters.indexOf(end, this.#position);
    if (found < 0) return undefined;
    const text = this.#characters.slice(this.#position, found).join("");
    this.#position = found + 1;
    return text;
  }

  /** Somewhere to come back to. */
  get position(): number {
    return this.#position;
  }

  returnTo(position: number): void {
    this.#position = position;
  }
}
