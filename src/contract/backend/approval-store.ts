/**
 * The secret of approval requests, and the record of those that were answered.
 *
 * All runtimes that share one can resume each other's blocked calls, each of them once. A backend brings one where it has a
 * place for it; a host with several machines gives its own, over a database for example.
 */
export interface ApprovalStore {
  /** Returns the secret that requests are signed with, at least 32 bytes long, always the same. */
  key(): Promise<Uint8Array>;
  /**
   * Records that a request was answered. Returns `false` if it was recorded before, by whichever process: of two that answer
   * at the same time, one gets `true`.
   *
   * @param id - hexadecimal digits that name one request; no other has them
   * @param askedAtMs - milliseconds since the epoch. Requests older than 30 days are refused, so what was recorded of them may
   * be forgotten
   */
  spend(id: string, askedAtMs: number): Promise<boolean>;
}
