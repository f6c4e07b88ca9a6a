import type { WireJob } from "../wire/index.js";

/** Remembered jobs: those of several hours at thousands per minute. */
const MAX_JOBS = 200_000;

/** Store for started jobs that outlives the process. */
export interface BegunStore {
  /** Returns the recorded jobs that may still be valid, with their latest start. */
  read(): readonly (readonly [jobId: string, notAfter: number, sentAt: number])[];
  /** Records a job before it returns. */
  write(jobId: string, notAfter: number, sentAt: number): void;
}

/**
 * Memory of the started jobs while they are valid, independent of Redis: deleting a record there, or restoring an older
 * state, must not make a call run twice.
 */
export class BegunJobs {
  readonly #jobs = new Map<string, { readonly notAfter: number; readonly sentAt: number }>();
  #store: BegunStore | undefined;
  /** Jobs sent before this time may have been forgotten. */
  #forgottenBefore = Number.NEGATIVE_INFINITY;

  /** Reads the jobs that other workers, or an earlier process of this worker, have started. */
  load(store: BegunStore): void {
    this.#store = store;
    for (const [jobId, notAfter, sentAt] of store.read()) this.#jobs.set(jobId, { notAfter, sentAt });
  }

  has(jobId: string): boolean {
    return this.#jobs.has(jobId);
  }

  /**
   * Records a job and returns whether it may start: it has not started before, and is not so old that its start may have
   * been forgotten.
   *
   * @param now - time by the clock of Redis
   */
  add(jobId: string, { sentAt, notAfter }: Pick<WireJob, "sentAt" | "notAfter">, now: number): boolean {
    if (this.#jobs.has(jobId) || sentAt < this.#forgottenBefore) return false;
    this.#jobs.set(jobId, { notAfter, sentAt });
    this.#store?.write(jobId, notAfter, sentAt);
    for (const [oldest, job] of this.#jobs) {
      if (this.#jobs.size <= MAX_JOBS) break;
      this.#jobs.delete(oldest);
      // A job whose latest start has passed could not start again anyway.
      if (job.notAfter >= now) this.#forgottenBefore = Math.max(this.#forgottenBefore, job.sentAt);
    }
    return true;
  }
}
