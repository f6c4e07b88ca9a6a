import type { CallNews } from "../../calls/wire/index.js";

/** Most changed files that a worker may report for one call. */
const MAX_CHANGES = 10_000;

/** Most questions that a worker may ask in one call. */
const MAX_QUESTIONS = 100;

/**
 * Counts the news of one call, whose worker is not trusted: each change is kept for the result, and each question interrupts the
 * user. Progress and logs are passed on and forgotten.
 */
export class BoundedNews {
  #changes = 0;
  #questions = 0;

  /** Returns whether the host takes this piece of news. */
  takes({ type }: CallNews): boolean {
    if (type === "change") {
      this.#changes += 1;
      return this.#changes <= MAX_CHANGES;
    }
    if (type !== "question") return true;
    this.#questions += 1;
    return this.#questions <= MAX_QUESTIONS;
  }
}
