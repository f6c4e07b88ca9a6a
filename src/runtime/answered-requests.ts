/** How many answered questions are remembered; who answers one for the second time does it soon. */
const MAX_REMEMBERED = 10_000;

/** Makes the first of several answers to one question count: two windows may show the same one. */
export class AnsweredRequests {
  readonly #ids = new Set<string>();

  /** Takes an answer to a question; `false` when there was one before. */
  take(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > MAX_REMEMBERED) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest);
        break;
      }
    }
    return true;
  }
}
