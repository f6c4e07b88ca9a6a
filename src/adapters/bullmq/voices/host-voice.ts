import { type SigningKey, sealText } from "../signing/index.js";
import type { HostWords } from "../wire/index.js";

/** What one host says to the owners of a workspace: numbered, dated and, where there is a secret, signed. */
export class HostVoice {
  readonly #host: string;
  readonly #key: SigningKey;
  #seq = 0;

  constructor(host: string, key: SigningKey) {
    this.#host = host;
    this.#key = key;
  }

  /**
   * The text of a message; messages must be sent in the order in which their texts were made.
   *
   * @param at - by the clock of Redis
   */
  textOf(words: HostWords, at: number): string {
    this.#seq += 1;
    const text = JSON.stringify({ ...words, host: this.#host, seq: this.#seq, at: Math.round(at) });
    return sealText(text, ["message", "host-to-worker"], this.#key);
  }
}
