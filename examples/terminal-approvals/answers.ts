import { createInterface, type Interface } from "node:readline";

/** What a person types, line by line. */
export class Answers implements Disposable {
  readonly #reader: Interface;
  readonly #lines: string[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  /** From a pipe, lines are kept until somebody asks; from a terminal, who types before the question has not read it. */
  constructor(input: NodeJS.ReadableStream & { readonly isTTY?: boolean }) {
    // Not as a terminal: Ctrl-C then stays a signal and is no key.
    this.#reader = createInterface({ input, terminal: false })
      .on("line", (line) => {
        if (input.isTTY !== true || this.#wake !== undefined) this.#lines.push(line);
        this.#wake?.();
      })
      .on("close", () => {
        this.#closed = true;
        this.#wake?.();
      });
  }

  /** The next line; `undefined` when there will be none, or when nobody waits for it any more. One caller at a time. */
  async next(signal: AbortSignal): Promise<string | undefined> {
    if (this.#lines.length === 0 && !this.#closed && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      this.#wake = undefined;
    }
    return signal.aborted ? undefined : this.#lines.shift();
  }

  [Symbol.dispose](): void {
    this.#reader.close();
  }
}
