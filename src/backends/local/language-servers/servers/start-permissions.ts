import type { DiagnosticsRequest, KeptAnswer, ToolSession } from "../../../../contract/index.js";

/** The server that a question is about. */
export interface StartQuestion {
  /** Names the server, its project and its program. */
  readonly key: string;
  /** The command, for a person to read. */
  readonly command: string;
  readonly kept?: KeptAnswer | undefined;
}

/** The remembered answers to questions whether a server may be started. */
export class StartPermissions {
  readonly #allowed = new Set<string>();
  readonly #refused = new WeakMap<ToolSession, Set<string>>();
  readonly #asking = new Map<string, Promise<boolean>>();

  /**
   * Returns whether a server may start because a file changed, by the rules or an earlier answer: the change must not lead to
   * a question that neither the host nor the user expects.
   */
  async allows(
    { key, command, kept }: StartQuestion,
    { isAllowed }: Pick<DiagnosticsRequest, "isAllowed">,
  ): Promise<boolean> {
    return this.#allowed.has(key) || (await isAllowed?.(command, kept)) === true;
  }

  isAllowed(key: string): boolean {
    return this.#allowed.has(key);
  }

  /**
   * Asks once: approval holds for all sessions, refusal for the session and its subagents, and concurrent
   * callers share the answer. A question that was not answered because the call ended is asked again.
   */
  async ask(
    { key, command, kept }: StartQuestion,
    { session, signal, mayStart }: Pick<DiagnosticsRequest, "session" | "signal" | "mayStart">,
  ): Promise<boolean> {
    if (this.#allowed.has(key)) return true;
    if (this.isRefused(key, session)) return false;
    let answer = this.#asking.get(key);
    if (answer === undefined) {
      answer = Promise.resolve()
        .then(() => mayStart(command, kept))
        .then(
          (given) => given === true,
          () => false,
        )
        .finally(() => this.#asking.delete(key));
      this.#asking.set(key, answer);
    }
    const allowed = await answer;
    if (allowed) this.#allowed.add(key);
    else if (!signal.aborted) this.#refuse(key, session);
    return allowed;
  }

  /** Returns whether a session, or one of its parents, was refused. */
  isRefused(key: string, session: ToolSession): boolean {
    for (let each: ToolSession | undefined = session; each !== undefined; each = each.parent) {
      if (this.#refused.get(each)?.has(key) === true) return true;
    }
    return false;
  }

  #refuse(key: string, session: ToolSession): void {
    const refused = this.#refused.get(session) ?? new Set();
    this.#refused.set(session, refused.add(key));
  }
}
