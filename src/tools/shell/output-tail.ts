import { createOutputAccumulator, type OutputAccumulator, truncateText } from "../../truncation/index.js";
import { plainOutput, unfinishedLength } from "./plain-output.js";

/** Factor by which more raw output is kept, because escape sequences such as colours are removed from it. */
const RAW_RESERVE = 4;

/** The end of an output. */
export interface OutputEnd {
  /** Without escape sequences. */
  readonly text: string;
  /** Amount of omitted output, all of it before `text`. */
  readonly omitted?: { readonly bytes: number; readonly lines: number };
}

/** Keeps the end of an output in bounded memory, and returns it in parts. */
export class OutputTail {
  readonly #maxCharacters: number;
  #kept: OutputAccumulator;

  /** @param maxCharacters - of one part, in UTF-16 code units */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
    this.#kept = this.#accumulator();
  }

  /** Adds whole characters; copies what it keeps. */
  write(bytes: Uint8Array): void {
    this.#kept.write(bytes);
  }

  /**
   * Returns the end of the output since the previous call.
   *
   * @param more - whether more output will follow: then a partial escape sequence waits for its rest
   */
  take(more: "more-to-come" | "ended"): OutputEnd {
    const raw = this.#kept.finish();
    const waiting = more === "ended" ? 0 : unfinishedLength(raw.text);
    this.#kept = this.#accumulator();
    if (waiting > 0) this.#kept.write(raw.text.slice(raw.text.length - waiting));
    const tail = truncateText(plainOutput(raw.text.slice(0, raw.text.length - waiting)), {
      maxCharacters: this.#maxCharacters,
      keep: "tail",
      truncateAt: "character",
    });
    if (!raw.truncated && !tail.truncated) return { text: tail.text };
    return {
      text: tail.text,
      omitted: {
        bytes: raw.omittedBytes + tail.omittedBytes,
        lines: raw.omittedLines + tail.omittedLines,
      },
    };
  }

  #accumulator(): OutputAccumulator {
    return createOutputAccumulator({
      maxCharacters: this.#maxCharacters * RAW_RESERVE,
      keep: "tail",
      truncateAt: "character",
    });
  }
}
