import type { CallKind } from "./fleet-options.js";

/** A call on its way. */
export interface ModelCall {
  readonly kind: CallKind;
  readonly file: number;
  readonly madeAt: number;
  readonly serviceMs: number;
  /** Tells its agent that it has its end. */
  readonly onEnd: () => void;
  state: "waiting" | "running" | "ended";
  /** Counts its starts, so that the end of a run that was cut off means nothing. */
  attempt: number;
}

/** Calls of one workspace that are looked at; BullMQ's concurrency of a queue. */
export const MAX_LOOKED_AT = 64;

/**
 * The calls of one workspace that have not ended, in the order in which they came. A call starts when it conflicts with no earlier
 * one, as in a batch of Collet's.
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

  /** The first call that nothing earlier holds up. */
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
      // Behind a command everything waits.
      if (access === "command") return undefined;
      if (access === "search") searched = true;
      else if (access === "edit") edited.push(call.file);
      else if (access === "read") read.push(call.file);
    }
    return undefined;
  }
}
