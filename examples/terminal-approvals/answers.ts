import { createInterface, type Interface } from "node:readline";

/** The input of the user, line by line. */
export class Answers implements Disposable {
  readonly #reader: Interface;
  readonly #lines: string[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  /** Lines from a pipe are kept until they are requested. Lines typed on a terminal before the prompt are dropped, because the user has not read it. */
  constructor(input: NodeJS.ReadableStream & { readonly isTTY?: boolean }) {
    // Without terminal mode, Ctrl-C stays a signal and is not read as a key.
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

  /** Returns the next line, or `undefined` after the end of the input or an abort. Only one caller may wait at a time. */
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
