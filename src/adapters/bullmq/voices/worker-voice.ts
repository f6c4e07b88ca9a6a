import { type SigningKey, sealText } from "../signing/index.js";
import type { WorkerWords } from "../wire/index.js";

/** What one ownership of a workspace says to hosts: numbered and, where there is a secret, signed. */
export class WorkerVoice {
  readonly #token: string;
  readonly #key: SigningKey;
  #seq = 0;

  constructor(token: string, key: SigningKey) {
    this.#token = token;
    this.#key = key;
  }

  /** The text of a message; messages must be sent in the order in which their texts were made. */
  textOf(words: WorkerWords): string {
    this.#seq += 1;
    const text = JSON.stringify({ ...words, from: this.#token, seq: this.#seq });
    return sealText(text, ["message", "worker-to-host"], this.#key);
  }

  /** A line for the record of a call, from which others tell what became of it. */
  lineOf(kind: "change" | "progress", jobId: string, value: unknown): string {
    return sealText(JSON.stringify(value), ["record", kind, jobId], this.#key);
  }
}
