import type { HostMessage } from "../wire/index.js";

/** Milliseconds after which what a host said is too old: a worker that has just begun does not know what it said before. */
const MAX_AGE_MS = 300_000;

/** Hosts of which the last number is remembered; one that was silent for longer is covered by the age. */
const MAX_HOSTS = 10_000;

/** Remembers what was heard of hosts, so that nothing that somebody recorded is heard again. */
export class HeardHosts {
  readonly #last = new Map<string, number>();

  /**
   * Why a message is not to be believed; nothing for one that is. One without a number is believed: where that is not enough, it was
   * refused when it was read.
   */
  refuse({ host, seq, at }: HostMessage, now: number): string | undefined {
    if (host === undefined || seq === undefined || at === undefined) return undefined;
    if (now - at > MAX_AGE_MS) return "it is too old (replayed)";
    if (seq <= (this.#last.get(host) ?? 0)) return "it was said before (replayed or reordered)";
    this.#last.delete(host);
    this.#last.set(host, seq);
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= MAX_HOSTS) break;
      this.#last.delete(oldest);
    }
    return undefined;
  }
}
