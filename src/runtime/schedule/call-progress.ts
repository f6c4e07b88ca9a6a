import type { Clock } from "../../contract/index.js";
import type { PreparedCall, UnpreparedCall } from "../prepare/index.js";
import type { WatchedCall } from "../run/index.js";
import type { ResultBase } from "../values/index.js";

/** One call on its way through a run. */
export interface CallProgress {
  readonly queuedAt: number;
  readonly watched: WatchedCall | undefined;
}

/** Base fields for the result of a call that never ran. */
export function unrunBase(
  prepared: PreparedCall | UnpreparedCall,
  { queuedAt }: CallProgress,
  clock: Clock,
): ResultBase {
  const { call, tool } = prepared;
  return {
    call,
    toolName: tool?.name ?? call.name,
    timing: { queuedAt, endedAt: clock.now(), durationMs: 0 },
    ...(prepared.status === "prepared" && {
      decision: prepared.decision,
      ...(prepared.repairs.length > 0 && { metadata: { repairs: prepared.repairs } }),
    }),
  };
}
