import { ToolError } from "../../../contract/index.js";

/** A reader of the characters (code points) of a pattern. */
export class PatternReader {
  readonly #characters: readonly string[];
  #position = 0;

  constructor(readonly pattern: string) {
    this.#characters = Array.from(pattern);
  }

  /** Returns the next character, or one further ahead. */
  peek(ahead = 0): string | undefined {
    return this.#characters[this.#position + ahead];
  }

  take(): string | undefined {
    const character = this.#characters[this.#position];
    if (character !== undefined) this.#position += 1;
    return character;
  }

  /** Consumes an ASCII text if it comes next. */
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

  /** Consumes the text up to a character, and the character, which is not part of the result. */
  takeUntil(end: string): string | undefined {
    const found = this.#characters.indexOf(end, this.#position);
    if (found < 0) return undefined;
    const text = this.#characters.slice(this.#position, found).join("");
    this.#position = found + 1;
    return text;
  }

  /** Position for `returnTo`. */
  get position(): number {
    return this.#position;
  }

  returnTo(position: number): void {
    this.#position = position;
  }
}

const SHOWN_CHARACTERS = 200;

/** Returns the `invalid-pattern` error for an invalid expression. */
export function invalidExpression(pattern: string, reason: string): ToolError {
  const shown = pattern.length > SHOWN_CHARACTERS ? `${pattern.slice(0, SHOWN_CHARACTERS)}...` : pattern;
  return new ToolError(
    `The pattern ${JSON.stringify(shown)} is not a valid regular expression here: ${reason}.`,
    { code: "invalid-pattern" },
  );
}
