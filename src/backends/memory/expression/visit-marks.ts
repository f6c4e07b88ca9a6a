const LAST_ROUND = 0xffffffff;

/** The set of instructions visited in a step; clearing it takes constant time. */
export class VisitMarks {
  readonly #rounds: Uint32Array;
  #round = 1;

  constructor(count: number) {
    this.#rounds = new Uint32Array(count);
  }

  /** Returns whether it is the first visit. */
  mark(index: number): boolean {
    if (this.#rounds[index] === this.#round) return false;
    this.#rounds[index] = this.#round;
    return true;
  }

  clear(): void {
    if (this.#round === LAST_ROUND) {
      this.#rounds.fill(0);
      this.#round = 0;
    }
    this.#round += 1;
  }
}
