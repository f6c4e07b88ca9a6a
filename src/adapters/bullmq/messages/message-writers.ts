import { type SigningKey, sealText } from "../signing/index.js";
import type { HostMessageContent, WorkerMessageContent } from "../wire/index.js";

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

/** Writer of the messages of one workspace owner to hosts: numbered and, with a secret, signed. */
export class WorkerMessageWriter {
  readonly #token: string;
  readonly #key: SigningKey;
  #seq = 0;

  constructor(token: string, key: SigningKey) {
    this.#token = token;
    this.#key = key;
  }

  /** Serialises a message. Messages must be sent in the order in which they were serialised. */
  textOf(content: WorkerMessageContent): string {
    this.#seq += 1;
    const text = JSON.stringify({ ...content, from: this.#token, seq: this.#seq });
    return sealText(text, ["message", "worker-to-host"], this.#key);
  }

  /** Creates a line for the record of a call, from which other processes learn its state. */
  lineOf(kind: "change" | "progress", jobId: string, value: unknown): string {
    return sealText(JSON.stringify(value), ["record", kind, jobId], this.#key);
  }
}
