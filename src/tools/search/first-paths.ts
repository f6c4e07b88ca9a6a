/**
 * The first `count` paths by code unit of many in any order. Most paths are skipped after one comparison; sorting all of
 * them would take longer than the search.
 */
export class FirstPaths {
  #kept: string[] = [];
  #last: string | undefined;

  constructor(private readonly count: number) {}

  add(path: string): void {
    if (this.#last !== undefined && path > this.#last) return;
    this.#kept.push(path);
    if (this.#kept.length >= this.count * 2) this.sorted();
  }

  /** Returns at most the requested number of paths, sorted. */
  sorted(): readonly string[] {
    this.#kept.sort();
    if (this.#kept.length >= this.count) {
      this.#kept = this.#kept.slice(0, this.count);
      this.#last = this.#kept.at(-1);
    }
    return this.#kept;
  }
}
