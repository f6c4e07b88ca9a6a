import { quietly, type ToolEvent, type ToolEventListener } from "../../contract/index.js";

import { kindOf } from "../host/kind-of.js";

/** Hands events to whoever listens. */
export interface EventHub {
  /** False when nobody listens: callers then skip building the event. */
  readonly active: boolean;
  emit(event: ToolEvent): void;
  /** Gives back the function that stops the listener. */
  on(listener: ToolEventListener): () => void;
}

/**
 * Creates an event hub.
 *
 * Listeners are called in the order they came, synchronously. What one throws reaches neither the call nor the other
 * listeners, and neither does what an async one throws later: a broken progress bar must not fail an edit.
 */
export function createEventHub(): EventHub {
  // A fresh object per subscription, so that one function may listen twice.
  const listeners = new Set<{ readonly notify: ToolEventListener }>();
  return {
    get active() {
      return listeners.size > 0;
    },
    emit(event) {
      for (const { notify } of listeners) {
        quietly(() => notify(event));
      }
    },
    on(listener) {
      if (typeof listener !== "function") {
        throw new TypeError(`An event listener must be a function (event) => void, not ${kindOf(listener)}.`);
      }
      const subscription = { notify: listener };
      listeners.add(subscription);
      return () => {
        listeners.delete(subscription);
      };
    },
  };
}
