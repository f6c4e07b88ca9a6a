/**
 * Secret that signs approval requests, and record of the requests that were answered.
 *
 * All runtimes that share one store can resume each other's blocked calls, each call once. A backend provides
 * a store where it can keep files; a host with several machines passes its own, for example over a database.
 */
export interface ApprovalStore {
  /** Returns the secret that signs requests: at least 32 bytes, always the same. */
  key(): Promise<Uint8Array>;
  /**
   * Records that a request was answered. Returns `false` if any process recorded it before: of two that
   * answer at the same time, one gets `true`.
   *
   * @param id - hexadecimal digits that identify one request and no other
   * @param askedAtMs - milliseconds since the epoch. Requests older than 30 days are refused, so their
   *   records may be deleted
   */
  spend(id: string, askedAtMs: number): Promise<boolean>;
  /**
   * Returns whether {@link ApprovalStore.keep} was called for the id within a year, by any process. Default: no answer is
   * kept.
   *
   * @param id - hexadecimal digits, made with the secret, so that no process without it can add an answer
   */
  isKept?(id: string): Promise<boolean>;
  /** Keeps a yes of the approver to a question that is asked once for a content. */
  keep?(id: string): Promise<void>;
}
