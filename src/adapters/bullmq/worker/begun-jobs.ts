import type { WireJob } from "../wire/index.js";

/** Jobs that are remembered at the most: those of hours, at thousands a minute. */
const MAX_JOBS = 200_000;

/** Keeps what must outlive the process. */
export interface BegunStore {
  /** The jobs that were written down and may still be valid, with the end of their time. */
  read(): readonly (readonly [jobId: string, notAfter: number, sentAt: number])[];
  /** Writes one down, before it returns. */
  write(jobId: string, notAfter: number, sentAt: number): void;
}

/**
 * Remembers the jobs that were begun for as long as they are valid, beside Redis: who can delete a record there, or restores an older
 * state, must not have a call carried out twice.
 */
export class BegunJobs {
  readonly #jobs = new Map<string, { readonly notAfter: number; readonly sentAt: number }>();
  #store: BegunStore | undefined;
  /** What was sent before this may have been forgotten. */
  #forgottenBefore = Number.NEGATIVE_INFINITY;

  /** Reads what other workers, or this one in an earlier life, have begun. */
  load(store: BegunStore): void {
    this.#store = store;
    for (const [jobId, notAfter, sentAt] of store.read()) this.#jobs.set(jobId, { notAfter, sentAt });
  }

  has(jobId: string): boolean {
    return this.#jobs.has(jobId);
  }

  /**
   * Notes a job; tells whether it may begin: it has not before, and is not so old that this could have been forgotten.
   *
   * @param now - by the clock of Redis
   */
  add(jobId: string, { sentAt, notAfter }: Pick<WireJob, "sentAt" | "notAfter">, now: number): boolean {
    if (this.#jobs.has(jobId) || sentAt < this.#forgottenBefore) return false;
    this.#jobs.set(jobId, { notAfter, sentAt });
    this.#store?.write(jobId, notAfter, sentAt);
    for (const [oldest, job] of this.#jobs) {
      if (this.#jobs.size <= MAX_JOBS) break;
      this.#jobs.delete(oldest);
      // One whose time is over could not begin again anyway.
      if (job.notAfter >= now) this.#forgottenBefore = Math.max(this.#forgottenBefore, job.sentAt);
    }
    return true;
  }
}
