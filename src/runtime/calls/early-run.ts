import { ignoreRejection, type ToolCall } from "../../contract/index.js";
import { type AdmittedCalls, admitCalls, includesCall } from "../prepare/index.js";
import type { RunHandle, RuntimeServices } from "../services/index.js";

/**
 * A run of calls whose pipeline is still being loaded: one of the first in a process.
 *
 * It reads the calls at once, because its caller may change them afterwards, and keeps what is cancelled until the run can
 * start.
 */
export class EarlyRun implements RunHandle {
  readonly admitted: Promise<AdmittedCalls>;
  readonly #calls: readonly ToolCall[];
  readonly #cancelledIds = new Set<string>();

  constructor(calls: readonly ToolCall[], services: Pick<RuntimeServices, "registry">) {
    this.#calls = calls;
    this.admitted = admitCalls(calls, services);
    // If the pipeline cannot be loaded, no code waits for it.
    this.admitted.catch(ignoreRejection);
  }

  stop(): void {
    // The run that takes over sees that the runtime was disposed of.
  }

  cancel(callId: string): boolean {
    const isIncluded = includesCall(this.#calls, callId);
    if (isIncluded) this.#cancelledIds.add(callId);
    return isIncluded;
  }

  /** Cancels in the run that takes over what was cancelled in this one. */
  handOver(run: RunHandle): void {
    for (const callId of this.#cancelledIds) run.cancel(callId);
  }
}
