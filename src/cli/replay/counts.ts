/** Numbers by name. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Returns the entries, the largest number first. */
  sorted(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  }

  toJSON(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.sorted());
  }
}
