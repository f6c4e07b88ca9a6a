import type { ToolSession } from "../../contract/index.js";
import type { PastCall } from "../judge/index.js";
import { type Admission, type Preparation, prepareForRun } from "../prepare/index.js";
import type { RunStop } from "../run/index.js";
import type { RuntimeServices } from "../services/index.js";
import { MAX_CALL_DEPTH } from "../values/index.js";
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
export function prepareAdmitted(
  admission: Admission,
  { session, services, depth, stop, past }: PreparationScope,
): Preparation | Promise<Preparation> {
  const { call } = admission;
  if (admission.type === "refuse") return { status: "failed", call, failure: admission.failure };
  if (stop.stopped) return { status: "failed", call, failure: notStarted() };
  if (depth > MAX_CALL_DEPTH) return { status: "failed", call, failure: nestedTooDeep(call) };
  const preparing = prepareForRun(call, session, services, past);
  if (!(preparing instanceof Promise)) return preparing;
  const stopped = stop
    .whenStopped()
    .then((): Preparation => ({ status: "failed", call, failure: notStarted() }));
  return Promise.race([preparing, stopped]);
}
