import type { ToolResult } from "../../contract/index.js";
import { plainCopy } from "../host/plain-copy.js";
import type { PreparedCall } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";
import { type CallProgress, unrunBase } from "./call-progress.js";
import { LayeredCall } from "./layered-call.js";

/** The calls of one run that are on their way through middleware. */
export class LayeredCalls {
  readonly #services: RuntimeServices;
  readonly #calls = new Map<string, LayeredCall>();

  constructor(services: RuntimeServices) {
    this.#services = services;
  }

  /** Takes a judged call through the middleware to its core; without middleware straight there. */
  through(
    prepared: PreparedCall,
    turn: CallProgress,
    {
      core,
      stopCore = () => {},
    }: { readonly core: () => Promise<ToolResult>; readonly stopCore?: () => void },
  ): Promise<ToolResult> {
    const { middleware: layers, clock, timeoutMs } = this.#services;
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
      base: () => unrunBase(prepared, turn, clock),
    });
    this.#calls.set(id, layered);
    void layered.result.then(() => this.#calls.delete(id));
    const { watched } = turn;
    return watched === undefined ? layered.start() : watched.around(() => layered.start());
  }

  cancelAll(): void {
    for (const layered of this.#calls.values()) layered.cancel();
  }

  /** Cancels one of them; tells whether it is there. */
  cancel(callId: string): boolean {
    const layered = this.#calls.get(callId);
    layered?.cancel();
    return layered !== undefined;
  }

  /** Leaves the middleware of a call behind whose result was given without it. */
  close(callId: string): void {
    this.#calls.get(callId)?.close();
    this.#calls.delete(callId);
  }
}
