import { inSeconds } from "./in-seconds.js";
import { lostResult } from "./lost-call.js";
import type { RemoteCall } from "./remote-call.js";
import { readWorkerMessage } from "./wire-messages.js";

/** What was asked for: whether anything is known of a call, or to take it back as well where nobody has begun it. */
export type SettleMode = "look" | "cancel";

/** What an answer of `colletSettle` is read with. */
export interface SettledOptions {
  readonly mode: SettleMode;
  readonly workspace: string;
  readonly startTimeoutMs: number;
  /** How often the connection to Redis was lost so far. */
  readonly losses: number;
}

/** Applies to a call what Redis knows of it: its result, who carries it out, or that nobody will. */
export function applySettled(
  call: RemoteCall,
  [state, first = "", second = ""]: readonly string[],
  { mode, workspace, startTimeoutMs, losses }: SettledOptions,
): void {
  if (call.stage === "over") return;
  switch (state) {
    case "finished": {
      const message = readWorkerMessage(first);
      // A result that another host, or this one in an earlier life, has read already is gone.
      if (message?.job === call.jobId) call.take(message);
      else if (first === "")
        call.end(lostResult({ workspace, started: true, because: "Its result was given out before." }));
      return;
    }
    case "running":
      call.stage = "started";
      call.hasStarted = true;
      call.token = first;
      return;
    case "lost": {
      const because = `The worker that carried the call out in the workspace '${workspace}' is gone.`;
      call.end(lostResult({ workspace, started: true, because, changes: first, progress: second }));
      return;
    }
    case "cancelled": {
      // What ran when Redis lost its memory is not known to it any more.
      const isSure = call.lossesAtSending === losses && !call.hasStarted;
      const because =
        first === ""
          ? `No worker serves the workspace '${workspace}'.`
          : `The worker of the workspace '${workspace}' did not come to the call within ${inSeconds(startTimeoutMs)}.`;
      call.end(lostResult({ workspace, because, ...(isSure && { started: false }) }));
      return;
    }
    default:
      // A read leaves no record; where its worker has changed, the next one begins it anew.
      if (mode !== "look" || call.stage !== "started") return;
      // It spoke before it told who it is.
      if (call.token === undefined && first !== "") call.token = first;
      else if (call.token !== first || first === "") {
        call.stage = "sent";
        call.token = undefined;
        call.heardAt = performance.now();
      }
  }
}
