import { type Line, paint } from "./paint.js";

/** Where lines go. While somebody is asked, what others have to say waits, so that a question is not torn apart. */
export class Screen {
  readonly #stream: NodeJS.WritableStream;
  readonly #waiting: Line[] = [];
  #asking = false;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  /** Shows lines now, or after the question. */
  show(...lines: readonly Line[]): void {
    if (this.#asking) this.#waiting.push(...lines);
    else this.#write(lines);
  }

  /** Begins a question, or goes on with it. */
  ask(lines: readonly Line[], prompt: string): void {
    this.#asking = true;
    this.#write(lines);
    this.#stream.write(prompt);
  }

  /** Ends the question, with its outcome, and shows what waited. */
  asked(outcome: Line): void {
    this.#asking = false;
    this.#write([outcome, ...this.#waiting.splice(0)]);
  }

  #write(lines: readonly Line[]): void {
    for (const line of lines) this.#stream.write(`${paint(line, this.#stream)}\n`);
  }
}
