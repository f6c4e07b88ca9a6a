import type { WireSession } from "../wire/index.js";

/**
 * Sessions whose last worker is remembered; an older one starts with empty state when its workspace moves to another worker.
 */
const MAX_SESSIONS = 10_000;

/** Record of which worker served each session last; session state that another worker claims to have left is rejected. */
export class LastWorkers {
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

  /** Returns the tokens for a session and its parents, in that order; an empty string for one without a worker. */
  of({ id, parents }: WireSession): readonly string[] {
    return [id, ...parents].map((session) => this.#tokens.get(session) ?? "");
  }
}
