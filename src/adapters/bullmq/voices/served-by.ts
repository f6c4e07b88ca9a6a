import type { WireSession } from "../wire/index.js";

/** Sessions of which it is remembered who served them; of older ones the worker begins anew when its workspace moves. */
const MAX_SESSIONS = 10_000;

/** Remembers which worker served each session last: what another one claims to have left of it is not believed. */
export class ServedBy {
  readonly #tokens = new Map<string, string>();

  note(session: string, token: string): void {
    this.#tokens.delete(session);
    this.#tokens.set(session, token);
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size <= MAX_SESSIONS) break;
      this.#tokens.delete(oldest);
    }
  }

  forget(session: string): void {
    this.#tokens.delete(session);
  }

  /** The tokens for a session and those it works for, in that order; empty where nobody served them. */
  of({ id, parents }: WireSession): readonly string[] {
    return [id, ...parents].map((session) => this.#tokens.get(session) ?? "");
  }
}
