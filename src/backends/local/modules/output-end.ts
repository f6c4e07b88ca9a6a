/** The end of an output, kept in bounded memory. */
export class OutputEnd {
  readonly #maxBytes: number;
  #kept: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    const all = Buffer.concat([this.#kept, chunk]);
    // A view would retain the whole joined buffer.
    this.#kept = all.length > this.#maxBytes ? Buffer.from(all.subarray(-this.#maxBytes)) : all;
  }

  get text(): string {
    return this.#kept.toString("utf8");
  }
}
