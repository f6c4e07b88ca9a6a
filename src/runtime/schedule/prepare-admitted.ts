import type { ToolSession } from "../../contract/index.js";
import type { PastCall } from "../judge/index.js";
import { type Admission, type PreparedCall, prepareCall, type UnpreparedCall } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";
import { MAX_CALL_DEPTH } from "../values/index.js";
import type { RunStop } from "./run-stop.js";
import { nestedTooDeep, notStarted } from "./unstarted-call.js";

/** The run that a call is prepared for. */
export interface PreparationScope {
  readonly session: ToolSession;
  readonly services: RuntimeServices;
  /** The nesting depth of the run. */
  readonly depth: number;
  readonly stop: RunStop;
  /** The calls of the session when the run began. */
  readonly past: readonly PastCall[];
}

/**
 * Prepares an admitted call of a run. If the run is stopped meanwhile, it does not wait for a schema or backend that
 * hangs.
 */
export async function prepareAdmitted(
  admission: Admission,
  { session, services, depth, stop, past }: PreparationScope,
): Promise<PreparedCall | UnpreparedCall> {
  const { call } = admission;
  if (admission.type === "refuse") return { status: "failed", call, failure: admission.failure };
  if (stop.stopped) return { status: "failed", call, failure: notStarted() };
  if (depth > MAX_CALL_DEPTH) return { status: "failed", call, failure: nestedTooDeep(call) };
  const prepared = await Promise.race([prepareCall(call, session, services, past), stop.whenStopped()]);
  return prepared ?? { status: "failed", call, failure: notStarted() };
}
