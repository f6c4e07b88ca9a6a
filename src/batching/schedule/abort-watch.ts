import { quietly } from "../../contract/index.js";

/**
 * Listens to each signal once, whatever the number of tasks that share it: a thousand listeners on one signal
 * are slow, and Node.js warns of a leak from the eleventh on.
 */
export class AbortWatch {
  readonly #watched = new Map<
    AbortSignal,
    { readonly callbacks: Set<() => void>; readonly listener: () => void }
  >();

  /**
   * Calls back once when the signal is aborted, in order of registration. The signal must not be aborted yet.
   */
  add(signal: AbortSignal, callback: () => void): void {
    const known = this.#watched.get(signal);
    if (known !== undefined) {
      known.callbacks.add(callback);
      return;
    }
    const callbacks = new Set([callback]);
    const listener = () => {
      // A callback may remove others, which are then not called. An error of one callback must not prevent
      // the others.
      for (const each of callbacks) quietly(each);
    };
    this.#watched.set(signal, { callbacks, listener });
    signal.addEventListener("abort", listener);
  }

  /** Removes a callback; after the last one the signal, which may live long, is released. */
  delete(signal: AbortSignal, callback: () => void): void {
    const known = this.#watched.get(signal);
    if (known === undefined || !known.callbacks.delete(callback) || known.callbacks.size > 0) return;
    this.#watched.delete(signal);
    quietly(() => signal.removeEventListener("abort", known.listener));
  }
}
