import type { PreparedCall, UnpreparedCall } from "../prepare/index.js";
import type { RunScope, RuntimeServices } from "../services/index.js";
import type { ResultBase } from "../values/index.js";
import type { RunStop } from "./run-stop.js";
import type { WatchedCall } from "./watched-run.js";

/** One call on its way through a run: the values that all its stages share. */
export interface CallScope {
  readonly queuedAt: number;
  readonly services: RuntimeServices;
  /** The settings of the run. */
  readonly run: RunScope;
  readonly runName: string;
  /** The number of calls that the run is nested in. */
  readonly depth: number;
  readonly stop: RunStop;
  /** The observers of the call; a no-op if there are none. */
  readonly watched: WatchedCall;
}

/** Base fields for the result of a call that never ran. */
export function unrunBase(
  prepared: PreparedCall | UnpreparedCall,
  { queuedAt, services }: CallScope,
): ResultBase {
  const { call, tool } = prepared;
  return {
    call,
    toolName: tool?.name ?? call.name,
    timing: { queuedAt, endedAt: services.clock.now(), durationMs: 0 },
    ...(prepared.status === "prepared" && {
      decision: prepared.decision,
      ...(prepared.repairs.length > 0 && { metadata: { repairs: prepared.repairs } }),
    }),
  };
}
