import type { ToolContext } from "../../contract/index.js";
import { displayOutput } from "./plain-output.js";

/** Shortest time between two reports: faster updates are unreadable, and an event costs more than its output. */
const REPORT_INTERVAL_MS = 150;

/** Most bytes of output in one report: the last ones. */
const REPORT_BYTES = 4_096;

/**
 * Reports the output of a running command as progress; each report contains the last output since the previous one.
 * Colours are kept for the user interface; other control sequences are removed.
 *
 * The first output is reported immediately, then at most one report every {@link REPORT_INTERVAL_MS}.
 */
export class ProgressReporter {
  readonly #context: Pick<ToolContext, "progress">;
  readonly #pending = new Uint8Array(REPORT_BYTES);
  #length = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastReport = Number.NEGATIVE_INFINITY;

  constructor(context: Pick<ToolContext, "progress">) {
    this.#context = context;
  }

  /** Adds output in whole characters. */
  add(bytes: Uint8Array): void {
    this.#keep(bytes);
    if (this.#timer !== undefined) return;
    const wait = this.#lastReport + REPORT_INTERVAL_MS - performance.now();
    if (wait <= 0) this.#report();
    else this.#timer = setTimeout(() => this.#report(), wait);
  }

  /** Reports the remaining output and ends the reports: a reader sees all of it, however soon the command ended. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length > 0) this.#report();
  }

  #keep(bytes: Uint8Array): void {
    const newest = bytes.subarray(Math.max(0, bytes.length - REPORT_BYTES));
    const kept = Math.min(this.#length, REPORT_BYTES - newest.length);
    this.#pending.copyWithin(0, this.#length - kept, this.#length);
    this.#pending.set(newest, kept);
    this.#length = kept + newest.length;
  }

  #report(): void {
    this.#timer = undefined;
    this.#lastReport = performance.now();
    // The oldest character may have lost its first bytes.
    const start = this.#pending.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80);
    const output = new TextDecoder().decode(this.#pending.subarray(Math.max(0, start), this.#length));
    this.#length = 0;
    this.#context.progress({ output: displayOutput(output) });
  }
}
