import type { HostMessage } from "../wire/index.js";

/**
 * Milliseconds after which a host's message is too old. Needed because a new worker does not know which messages were sent
 * before.
 */
const MAX_AGE_MS = 300_000;

/** Hosts whose last sequence number is remembered; the age limit covers hosts that were silent for longer. */
const MAX_HOSTS = 10_000;

/** Filter against replayed and reordered messages of hosts. */
export class HostMessageFilter {
  readonly #last = new Map<string, number>();

  /**
   * Returns why a message is rejected; undefined if it is accepted. A message without a number is accepted: where a number
   * is required, reading the message has already rejected it.
   */
  refuse({ host, seq, at }: HostMessage, now: number): string | undefined {
    if (host === undefined || seq === undefined || at === undefined) return undefined;
    if (now - at > MAX_AGE_MS) return "it is too old (replayed)";
    if (seq <= (this.#last.get(host) ?? 0)) return "it was received before (replayed or reordered)";
    this.#last.delete(host);
    this.#last.set(host, seq);
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= MAX_HOSTS) break;
      this.#last.delete(oldest);
    }
    return undefined;
  }
}
