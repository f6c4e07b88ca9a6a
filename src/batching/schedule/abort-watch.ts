import { quietly } from "../../contract/index.js";

/**
 * Listens to each signal once, however many tasks share it: a thousand listeners on one signal are slow, and Node.js warns of
 * a leak from the eleventh on.
 */
export class AbortWatch {
  readonly #watched = new Map<
    AbortSignal,
    { readonly callbacks: Set<() => void>; readonly listener: () => void }
  >();

  /** Calls back once when the signal is aborted, in the order of the calls. The signal must not be aborted yet. */
  add(signal: AbortSignal, callback: () => void): void {
    const known = this.#watched.get(signal);
    if (known !== undefined) {
      known.callbacks.add(callback);
      return;
    }
    const callbacks = new Set([callback]);
    const listener = () => {
      // What is called may take others out; those are not called any more.
      // One callback must not keep the others from being called.
      for (const each of callbacks) quietly(each);
    };
    this.#watched.set(signal, { callbacks, listener });
    signal.addEventListener("abort", listener);
  }

  /** Takes a callback back; the last one lets go of the signal, which may live on for long. */
  delete(signal: AbortSignal, callback: () => void): void {
    const known = this.#watched.get(signal);
    if (known === undefined || !known.callbacks.delete(callback) || known.callbacks.size > 0) return;
    this.#watched.delete(signal);
    quietly(() => signal.removeEventListener("abort", known.listener));
  }
}
