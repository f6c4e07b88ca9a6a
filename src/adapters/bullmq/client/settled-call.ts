import { inSeconds } from "../redis/index.js";
import { isOwnerToken, type SigningKey } from "../signing/index.js";
import {
  forgedResult,
  lostResult,
  RECORD_MARGIN_MS,
  readWorkerMessage,
  recorded,
  unusableResult,
} from "../wire/index.js";
import type { RemoteCall } from "./remote-call.js";

/** What was asked for: whether anything is known of a call, or to take it back as well where nobody has begun it. */
export type SettleMode = "look" | "cancel";

/** What an answer of `colletSettle` is read with. */
export interface SettledOptions {
  readonly mode: SettleMode;
  readonly key: SigningKey;
  readonly startTimeoutMs: number;
  /** How often the connection to Redis was lost so far. */
  readonly losses: number;
}

/** Applies to a call what Redis knows of it: its result, who carries it out, or that nobody will. */
export function applySettled(
  call: RemoteCall,
  [state, first = "", second = ""]: readonly string[],
  { mode, key, startTimeoutMs, losses }: SettledOptions,
): void {
  if (call.stage === "over") return;
  const { workspace } = key;
  const isSigned = key.secret !== undefined;
  switch (state) {
    case "finished": {
      const message = readWorkerMessage(first, key);
      if (message?.job === call.jobId && message.type === "result" && call.take(message)) return;
      // A result that another host, or this one in an earlier life, has read already is gone.
      if (first === "")
        call.end(lostResult({ workspace, started: true, because: "Its result was given out before." }));
      else if (isSigned) call.end(forgedResult(workspace));
      else call.end(unusableResult("unknown", "the message that Redis holds is not a result of this call"));
      return;
    }
    case "running":
      if (!isOwnerToken(first, key)) return;
      call.stage = "started";
      call.hasStarted = true;
      call.token = first;
      return;
    case "lost": {
      const because = `The worker that carried the call out in the workspace '${workspace}' is gone.`;
      call.end(
        lostResult({ workspace, started: true, because, ...recorded(call.jobId, first, second, key) }),
      );
      return;
    }
    case "cancelled": {
      // What ran when Redis lost its memory is not known to it any more. Where messages are signed, whoever writes to Redis
      // may have deleted the record of a call that runs: that nothing is there proves nothing.
      const isKnown = call.lossesAtSending === losses && !call.hasStarted && !isSigned;
      // A record lasts for so long. The job of a call with a name of its own may be an older one, which a worker has had for long.
      const isFresh = performance.now() - call.sentAt < startTimeoutMs + RECORD_MARGIN_MS / 2;
      const isSure = isKnown && isFresh && !(call.isKeyed && second === "taken");
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
