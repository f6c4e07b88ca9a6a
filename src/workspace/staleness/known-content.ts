import { contentHash, sameBytes } from "../../values/index.js";
import { changedLines } from "./changed-lines.js";

/** Largest content that is kept to report later which lines changed; of larger content only the hash is kept. */
const MAX_COMPARED_BYTES = 1_048_576;

/** Earlier content of a file: shows whether the file still has it and, while the bytes are kept, which lines differ. */
export class KnownContent {
  /** Returns the same content twice, each to be kept and dropped separately. */
  static twice(bytes: Uint8Array): readonly [KnownContent, KnownContent] {
    const first = new KnownContent(bytes);
    return [first, new KnownContent(bytes, first.#hash)];
  }

  /** Returns content of which only the `contentHash` is known. */
  static ofHash(hash: string): KnownContent {
    const content = new KnownContent(new Uint8Array(0), Promise.resolve(hash));
    content.#bytes = undefined;
    return content;
  }

  #bytes: Uint8Array | undefined;
  #hash: Promise<string> | undefined;

  /**
   * @param bytes - must not be changed afterwards
   * @param hash - where already known; otherwise computed when the bytes are dropped, which happens at once when they
   * are too many
   */
  constructor(bytes: Uint8Array, hash?: Promise<string>) {
    this.#bytes = bytes;
    this.#hash = hash;
    if (bytes.byteLength > MAX_COMPARED_BYTES) this.dropBytes();
  }

  /** The content, unless its bytes were dropped. */
  get bytes(): Uint8Array | undefined {
    return this.#bytes;
  }

  /** Memory used. */
  get keptBytes(): number {
    return this.#bytes?.byteLength ?? 0;
  }

  /** Returns the `contentHash`. */
  hash(): Promise<string> {
    this.#hash ??= contentHash(this.#bytes ?? new Uint8Array(0));
    return this.#hash;
  }

  /** Drops the bytes and keeps the hash. */
  dropBytes(): void {
    if (this.#bytes === undefined) return;
    this.#hash ??= contentHash(this.#bytes);
    this.#bytes = undefined;
  }

  /** Returns whether some content is equal to this. */
  async isSame(bytes: Uint8Array): Promise<boolean> {
    if (this.#bytes !== undefined) return sameBytes(this.#bytes, bytes);
    return (await this.#hash) === (await contentHash(bytes));
  }

  /** Describes how content differs from this, as the end of a sentence that began with the path. */
  differenceTo(now: Uint8Array | undefined): string {
    const lines = this.#bytes === undefined || now === undefined ? undefined : changedLines(this.#bytes, now);
    return lines === undefined ? "" : `: ${lines} ${lines.startsWith("line ") ? "has" : "have"} changed`;
  }
}
