import type { RuntimeSession } from "../../../runtime/index.js";

/** Sessions that a worker holds; the least recently used one is ended first. */
const MAX_SESSIONS = 1_000;

/** The counterparts of the sessions of hosts in the runtime of a worker, each under a key. */
export class CounterpartSessions {
  readonly #sessions = new Map<string, Promise<RuntimeSession>>();
  /** Key of the most recently used session. */
  #latest: string | undefined;

  /** Returns the session with a key, opened on first use. */
  async of(key: string, open: () => Promise<RuntimeSession>): Promise<RuntimeSession> {
    const known = this.#sessions.get(key);
    if (known !== undefined && key === this.#latest) return known;
    // Move the session to the end: the most recently used one is last.
    this.#latest = key;
    this.#sessions.delete(key);
    const opened = known ?? open();
    this.#sessions.set(key, opened);
    if (known !== undefined) return known;
    opened.catch(() => this.#sessions.delete(key));
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      void this.end(oldest);
    }
    return opened;
  }

  /** Replaces a session. */
  async replace(key: string, session: RuntimeSession): Promise<void> {
    await this.end(key);
    this.#sessions.set(key, Promise.resolve(session));
  }

  /** Ends a session, if there is one. */
  async end(key: string): Promise<void> {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    try {
      await (await session)?.[Symbol.asyncDispose]();
    } catch {
      // The session never started.
    }
  }

  /** Returns all sessions that could be opened. */
  async all(): Promise<readonly RuntimeSession[]> {
    const settled = await Promise.allSettled(this.#sessions.values());
    return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((key) => this.end(key)));
  }
}
