/**
 * The port that runs long computations on texts in another thread, so that the event loop stays free.
 *
 * Without it, tools compute in the thread of their caller.
 */
export interface TextThreads {
  /**
   * Runs a computation of the library by its name. Input and result are plain data. Resolves to `undefined`
   * if no thread can be started: the caller then computes the result. Rejects with the reason of the signal
   * once that is aborted, and stops the computation.
   */
  compute(name: string, input: unknown, signal: AbortSignal): Promise<unknown>;
}
