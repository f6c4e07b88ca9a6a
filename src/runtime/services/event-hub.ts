import { quietly, type ToolEvent, type ToolEventListener } from "../../contract/index.js";

import { kindOf } from "../host/kind-of.js";

/** Passes events to the listeners of a runtime. */
export interface EventHub {
  /** Whether there are listeners. If not, callers skip building the event. */
  readonly active: boolean;
  emit(event: ToolEvent): void;
  /** Adds a listener; returns the function that removes it. */
  on(listener: ToolEventListener): () => void;
}

/**
 * Creates an event hub.
 *
 * Listeners are called synchronously, in the order of registration. An error that one throws or rejects with reaches
 * neither the call nor the other listeners: a broken progress bar must not fail an edit.
 */
export function createEventHub(): EventHub {
  // A new object per subscription, so that one function may listen twice.
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
