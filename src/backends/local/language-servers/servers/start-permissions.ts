import type { DiagnosticsRequest, ToolSession } from "../../../../contract/index.js";

/** What is remembered of questions whether a server may be started. */
export class StartPermissions {
  readonly #allowed = new Set<string>();
  readonly #refused = new WeakMap<ToolSession, Set<string>>();
  readonly #asking = new Map<string, Promise<boolean>>();

  isAllowed(key: string): boolean {
    return this.#allowed.has(key);
  }

  /**
   * Asks once: a yes holds for all, a no for the session and those that work for it, and who asks meanwhile gets the same
   * answer. A question that nobody answered because the call was over is asked again.
   */
  async ask(
    key: string,
    command: string,
    { session, signal, mayStart }: Pick<DiagnosticsRequest, "session" | "signal" | "mayStart">,
  ): Promise<boolean> {
    if (this.#allowed.has(key)) return true;
    if (this.isRefused(key, session)) return false;
    let answer = this.#asking.get(key);
    if (answer === undefined) {
      answer = Promise.resolve()
        .then(() => mayStart(command))
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

  /** Whether a session, or one that it works for, was told no. */
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
