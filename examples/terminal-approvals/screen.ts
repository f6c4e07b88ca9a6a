import { type Line, paint } from "./paint.js";

/** The output. While a question is open, other lines wait, so that they do not interrupt it. */
export class Screen {
  readonly #stream: NodeJS.WritableStream;
  readonly #waiting: Line[] = [];
  #asking = false;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  /** Shows lines now, or after the open question. */
  show(...lines: readonly Line[]): void {
    if (this.#asking) this.#waiting.push(...lines);
    else this.#write(lines);
  }

  /** Begins or continues a question. */
  ask(lines: readonly Line[], prompt: string): void {
    this.#asking = true;
    this.#write(lines);
    this.#stream.write(prompt);
  }

  /** Ends the question, shows its outcome and then the lines that waited. */
  asked(outcome: Line): void {
    this.#asking = false;
    this.#write([outcome, ...this.#waiting.splice(0)]);
  }

  #write(lines: readonly Line[]): void {
    for (const line of lines) this.#stream.write(`${paint(line, this.#stream)}\n`);
  }
}
