import { sha256Hex } from "../../values/index.js";
import { sameBytes } from "../reading/index.js";
import { changedLines } from "./changed-lines.js";

/** Largest content that is kept to say later which lines of it changed; of a larger one only the hash is. */
const MAX_COMPARED_BYTES = 1_048_576;

/** Content that a file had: enough to tell whether it still has, and as long as the bytes are kept which lines differ. */
export class KnownContent {
  /** The same content twice, each to be kept and dropped by itself. */
  static twice(bytes: Uint8Array): readonly [KnownContent, KnownContent] {
    const first = new KnownContent(bytes);
    return [first, new KnownContent(bytes, first.#hash)];
  }

  /** Content of which only the SHA-256 is known. */
  static ofHash(hash: string): KnownContent {
    const content = new KnownContent(new Uint8Array(0), Promise.resolve(hash));
    content.#bytes = undefined;
    return content;
  }

  #bytes: Uint8Array | undefined;
  #hash: Promise<string> | undefined;

  /**
   * @param bytes - must not be changed afterwards
   * @param hash - where it is known already; else it is worked out when the bytes are dropped, which is at once when they are
   * too many
   */
  constructor(bytes: Uint8Array, hash?: Promise<string>) {
    this.#bytes = bytes;
    this.#hash = hash;
    if (bytes.byteLength > MAX_COMPARED_BYTES) this.dropBytes();
  }

  /** Memory that is taken up. */
  get keptBytes(): number {
    return this.#bytes?.byteLength ?? 0;
  }

  /** The SHA-256, in hexadecimal. */
  hash(): Promise<string> {
    this.#hash ??= sha256Hex(this.#bytes ?? new Uint8Array(0));
    return this.#hash;
  }

  /** Keeps the hash alone. */
  dropBytes(): void {
    if (this.#bytes === undefined) return;
    this.#hash ??= sha256Hex(this.#bytes);
    this.#bytes = undefined;
  }

  /** Whether some content is this. */
  async isSame(bytes: Uint8Array): Promise<boolean> {
    if (this.#bytes !== undefined) return sameBytes(this.#bytes, bytes);
    return (await this.#hash) === (await sha256Hex(bytes));
  }

  /** Says how content differs from this, as the end of a sentence that began with the path. */
  differenceTo(now: Uint8Array | undefined): string {
    const lines = this.#bytes === undefined || now === undefined ? undefined : changedLines(this.#bytes, now);
    return lines === undefined ? "" : `: ${lines} ${lines.startsWith("line ") ? "is" : "are"} different now`;
  }
}
