/**
 * The port through which long computations on texts run in another thread, so that the event loop stays free.
 *
 * Without it, tools compute on the thread of their caller.
 */
export interface TextThreads {
  /**
   * Runs a computation of the library by its name. Input and result are plain data. Resolves to `undefined` where no thread can
   * be started: the caller then computes the result itself. Rejects with the reason of the signal once that is aborted, and ends
   * the computation.
   */
  compute(name: string, input: unknown, signal: AbortSignal): Promise<unknown>;
}
