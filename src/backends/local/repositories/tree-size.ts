import { ToolError } from "../../../contract/index.js";
import type { RepositoryLimits } from "./repository-limits.js";

/**
 * The total size of a commit's files, read from `git ls-tree -r -l -z` while it arrives. Throws
 * `content-too-large` at the first excess: a few objects may stand for an astronomical number of files.
 */
export class TreeSize {
  readonly #limits: RepositoryLimits;
  #files = 0;
  #bytes = 0;
  /** Start of an incomplete entry, up to its size. */
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

/** Returns the error for a repository that exceeds the limits. */
export function tooLarge({ maxBytes, maxFiles }: RepositoryLimits): ToolError {
  return new ToolError(
    `The repository is too large to search: it has more than ${Math.round(maxBytes / 1024 ** 2)} MiB or ${maxFiles} files. No copy was kept.`,
    { code: "content-too-large" },
  );
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
