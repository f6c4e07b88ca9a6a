import { createQuietController } from "../../contract/index.js";

/**
 * The stop state of a run, with a signal.
 *
 * The signal is created on demand: most runs end before any code needs it, and a signal costs more than the rest of a
 * run's state.
 */
export class RunStop {
  #stopped = false;
  #controller: AbortController | undefined;
  #told: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  get stopped(): boolean {
    return this.#stopped;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = createQuietController();
      if (this.#stopped) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Resolves once the run is stopped. */
  whenStopped(): Promise<void> {
    if (this.#told === undefined) {
      let resolve = () => {};
      const promise = new Promise<void>((settle) => {
        resolve = settle;
      });
      this.#told = { promise, resolve };
      if (this.#stopped) resolve();
    }
    return this.#told.promise;
  }

  stop(): void {
    this.#stopped = true;
    this.#told?.resolve();
    this.#controller?.abort();
  }
}
