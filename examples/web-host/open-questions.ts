import type { ApprovalAnswer, ApprovalHandler } from "collet";

/** The open questions, by id. */
export class OpenQuestions {
  readonly #open = new Map<string, (answer: ApprovalAnswer) => void>();

  /** Waits for {@link answer}. An abort counts as a rejection. */
  readonly ask: ApprovalHandler = async ({ id }, { signal }) => {
    if (id === undefined || signal.aborted) return false;
    try {
      return await new Promise<ApprovalAnswer>((resolve) => {
        this.#open.set(id, resolve);
        signal.addEventListener("abort", () => resolve({ approved: false }), { once: true });
      });
    } finally {
      this.#open.delete(id);
    }
  };

  /** Answers a question; returns whether it was open. The first answer counts. */
  answer(id: string, answer: ApprovalAnswer): boolean {
    const resolve = this.#open.get(id);
    this.#open.delete(id);
    resolve?.(answer);
    return resolve !== undefined;
  }
}

/**
 * Parses the answer of a page: approve, approve for the session, reject, reject with a reason. Returns `undefined` for anything
 * else: a page may neither add rules nor edit the input.
 */
export function parseAnswer(body: string): ApprovalAnswer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { approved, remember, reason } = value as { [Key in "approved" | "remember" | "reason"]?: unknown };
  if (approved === true) return { approved, remember: remember === "session" ? "session" : "once" };
  if (approved !== false) return undefined;
  return { approved, ...(typeof reason === "string" && reason !== "" && { reason }) };
}
