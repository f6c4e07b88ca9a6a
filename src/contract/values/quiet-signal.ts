import { quietly } from "./ignore-rejection.js";

type Listener = EventListenerOrEventListenerObject | null;

/** Creates an abort controller whose signal ignores the errors of its listeners; see {@link quietSignal}. */
export function createQuietController(): AbortController {
  const controller = new AbortController();
  quietSignal(controller.signal);
  return controller;
}

/**
 * Makes a signal ignore the errors of the listeners that are added from then on, and returns it. Takes only a signal
 * that its caller has created: one of the host stays as it is.
 *
 * Node ends the process when the listener of a signal throws, or rejects if it is async. Tools and hosts listen to
 * these signals, and a tool that fails while it is stopped must not affect other calls.
 */
export function quietSignal(signal: AbortSignal): AbortSignal {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const wrapped = new WeakMap<object, (event: Event) => void>();
  const wrap = (listener: Listener): Listener => {
    if (listener === null || (typeof listener !== "function" && typeof listener !== "object"))
      return listener;
    const known = wrapped.get(listener);
    if (known !== undefined) return known;
    const quiet = (event: Event) =>
      quietly(() =>
        typeof listener === "function" ? listener.call(signal, event) : listener.handleEvent(event),
      );
    wrapped.set(listener, quiet);
    return quiet;
  };
  let onAbort: unknown = null;
  Object.defineProperties(signal, {
    addEventListener: {
      value(type: string, listener: Listener, options?: boolean | AddEventListenerOptions) {
        addEventListener.call(signal, type, wrap(listener), options);
      },
      configurable: true,
      writable: true,
    },
    removeEventListener: {
      value(type: string, listener: Listener, options?: boolean | EventListenerOptions) {
        removeEventListener.call(signal, type, wrap(listener), options);
      },
      configurable: true,
      writable: true,
    },
    onabort: {
      get: () => onAbort,
      set(listener: unknown) {
        if (typeof onAbort === "function") signal.removeEventListener("abort", onAbort as () => void);
        onAbort = typeof listener === "function" ? listener : null;
        if (typeof onAbort === "function") signal.addEventListener("abort", onAbort as () => void);
      },
      configurable: true,
    },
  });
  return signal;
}
