import { type SigningKey, sealText } from "../signing/index.js";
import type { HostMessageContent } from "../wire/index.js";

/** Writer of the messages of one host to the owners of a workspace: numbered, dated and, with a secret, signed. */
export class HostMessageWriter {
  readonly #host: string;
  readonly #key: SigningKey;
  #seq = 0;

  constructor(host: string, key: SigningKey) {
    this.#host = host;
    this.#key = key;
  }

  /**
   * Serialises a message. Messages must be sent in the order in which they were serialised.
   *
   * @param at - time by the clock of Redis
   */
  textOf(content: HostMessageContent, at: number): string {
    this.#seq += 1;
    const text = JSON.stringify({ ...content, host: this.#host, seq: this.#seq, at: Math.round(at) });
    return sealText(text, ["message", "host-to-worker"], this.#key);
  }
}
