import type { PermissionDecision, ToolResult } from "../../contract/index.js";
import { plainCopy } from "../host/plain-copy.js";
import type { PreparedCall } from "../prepare/index.js";
import { type CallScope, unrunBase } from "../run/index.js";
import { LayeredCall } from "./layered-call.js";

/** The calls of one run that are inside middleware. */
export class LayeredCalls {
  readonly #calls = new Map<string, LayeredCall>();
  #isCancelled = false;

  /** Takes a judged call through the middleware to its core, or directly to the core without middleware. */
  through(
    prepared: PreparedCall,
    scope: CallScope,
    {
      core,
      stopCore = () => {},
      decision: decided = () => prepared.decision,
    }: {
      readonly core: () => Promise<ToolResult>;
      readonly stopCore?: () => void;
      /** Returns the decision about the call, which its hooks may change. */
      readonly decision?: () => PermissionDecision;
    },
  ): Promise<ToolResult> {
    const { middleware: layers, clock, timeoutMs } = scope.services;
    if (layers.length === 0) return core();
    const { call, tool, decision, session } = prepared;
    const { id, name: requestedName } = call;
    const layered = new LayeredCall({
      layers,
      call: { id, tool, requestedName, input: plainCopy(prepared.input), decision, session },
      clock,
      timeoutMs: tool.timeoutMs ?? timeoutMs,
      core,
      stopCore,
      base: () => unrunBase({ ...prepared, decision: decided() }, scope),
    });
    this.#calls.set(id, layered);
    void layered.result.then(() => this.#calls.delete(id));
    // A denied call that is judged after the cancellation would wait for its middleware until the timeout.
    const start = scope.watched.around(() => layered.start());
    if (this.#isCancelled) layered.cancel();
    return start;
  }

  /** Cancels the calls in middleware, and those that enter it later. */
  cancelAll(): void {
    this.#isCancelled = true;
    for (const layered of this.#calls.values()) layered.cancel();
  }

  /** Cancels one of the calls; returns whether it was found. */
  cancel(callId: string): boolean {
    const layered = this.#calls.get(callId);
    layered?.cancel();
    return layered !== undefined;
  }

  /** Closes the middleware of a call whose result was returned without it. */
  close(callId: string): void {
    this.#calls.get(callId)?.close();
    this.#calls.delete(callId);
  }
}
