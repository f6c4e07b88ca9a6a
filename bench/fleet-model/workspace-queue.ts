import type { CallKind } from "./fleet-options.js";

/** A call of the model. */
export interface ModelCall {
  readonly kind: CallKind;
  readonly file: number;
  readonly madeAt: number;
  readonly serviceMs: number;
  /** Notifies the agent that the call has ended. */
  readonly onEnd: () => void;
  state: "waiting" | "running" | "ended";
  /** Number of starts, so that the end of an interrupted run is ignored. */
  attempt: number;
}

/** Number of calls of one workspace that are considered; the concurrency of a BullMQ queue. */
export const MAX_LOOKED_AT = 64;

/**
 * The calls of one workspace that have not ended, in order of arrival. A call starts when it conflicts with no earlier call, as in
 * a batch of Collet.
 */
export class WorkspaceQueue {
  #calls: ModelCall[] = [];

  add(call: ModelCall): void {
    this.#calls.push(call);
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  get running(): readonly ModelCall[] {
    return this.#calls.filter((call) => call.state === "running");
  }

  remove(call: ModelCall): void {
    const at = this.#calls.indexOf(call);
    if (at >= 0) this.#calls.splice(at, 1);
  }

  /** Returns the first call that conflicts with no earlier call. */
  nextReady(): ModelCall | undefined {
    let searched = false;
    const edited: number[] = [];
    const read: number[] = [];
    const end = Math.min(this.#calls.length, MAX_LOOKED_AT);
    for (let at = 0; at < end; at++) {
      const call = this.#calls[at] as ModelCall;
      const { access } = call.kind;
      if (call.state === "waiting") {
        const held =
          (access === "command" && at > 0) ||
          (access === "search" && edited.length > 0) ||
          (access === "read" && edited.includes(call.file)) ||
          (access === "edit" && (searched || edited.includes(call.file) || read.includes(call.file)));
        if (!held) return call;
      }
      // Every call after a command waits.
      if (access === "command") return undefined;
      if (access === "search") searched = true;
      else if (access === "edit") edited.push(call.file);
      else if (access === "read") read.push(call.file);
    }
    return undefined;
  }
}
