import { ToolError } from "../../../contract/index.js";
import type { RepositoryLimits } from "./repository-limits.js";

/**
 * Adds up what the files of a commit take, from `git ls-tree -r -l -z`, while it comes. Throws `content-too-large` as soon as it is
 * too much: a few objects may stand for more files than there are atoms.
 */
export class TreeSize {
  readonly #limits: RepositoryLimits;
  #files = 0;
  #bytes = 0;
  /** The beginning of an entry whose end has not come yet; no more of it than its size. */
  #head = "";
  #inName = false;

  constructor(limits: RepositoryLimits) {
    this.#limits = limits;
  }

  add(chunk: Uint8Array): void {
    // `mode SP type SP object SP size TAB name NUL`: names are skipped, the rest is ASCII.
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(this.#inName ? 0x00 : 0x09, start);
      if (!this.#inName) this.#head += latin1(chunk.subarray(start, end === -1 ? undefined : end));
      if (end === -1) return;
      if (!this.#inName) this.#count();
      this.#inName = !this.#inName;
      start = end + 1;
    }
  }

  #count(): void {
    const size = Number(this.#head.split(" ").filter((word) => word !== "")[3]);
    this.#head = "";
    this.#files += 1;
    if (Number.isFinite(size)) this.#bytes += size;
    const { maxBytes, maxFiles } = this.#limits;
    if (this.#files > maxFiles || this.#bytes > maxBytes) throw tooLarge(this.#limits);
  }
}

/** A repository that no copy is made of. */
export function tooLarge({ maxBytes, maxFiles }: RepositoryLimits): ToolError {
  return new ToolError(
    `The repository is too large to look through: it has more than ${Math.round(maxBytes / 1024 ** 2)} MiB or ${maxFiles} files. Nothing of it was kept.`,
    { code: "content-too-large" },
  );
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
