import { inSeconds } from "../../../text/index.js";
import type { RedisLink } from "../redis/index.js";
import { isOwnerToken, type SigningKey } from "../signing/index.js";
import {
  forgedResult,
  lostResult,
  RECORD_MARGIN_MS,
  readWorkerMessage,
  recorded,
  unusableResult,
  type WorkspaceNames,
} from "../wire/index.js";
import type { RemoteCall } from "./remote-call.js";

/** Mode of a check: `look` only reads the state of a call, `cancel` also withdraws a call that no worker has started. */
export type SettleMode = "look" | "cancel";

/** Context for interpreting an answer of `colletSettle`. */
interface SettledOptions {
  readonly mode: SettleMode;
  readonly key: SigningKey;
  readonly startTimeoutMs: number;
  /** Number of times the connection to Redis has been lost. */
  readonly losses: number;
}

/** Options of {@link settleCall}. */
export interface SettleCallOptions {
  readonly mode: SettleMode;
  readonly key: SigningKey;
  readonly names: WorkspaceNames;
  readonly recordMs: number;
  readonly startTimeoutMs: number;
}

/** Asks Redis about a call and applies the answer; rejects when Redis does not answer. */
export async function settleCall(
  call: RemoteCall,
  link: RedisLink,
  { mode, key, names, recordMs, startTimeoutMs }: SettleCallOptions,
): Promise<void> {
  const answer = await link.run(
    "colletSettle",
    [names.record(call.jobId), names.lease, names.active],
    // A withdrawal must last for as long as the job may start.
    [mode, Math.max(recordMs, startTimeoutMs + RECORD_MARGIN_MS), call.jobId],
  );
  applySettled(call, answer as readonly string[], { mode, key, startTimeoutMs, losses: link.losses });
}

/** Applies Redis's knowledge to a call: its result, its worker, or that no worker will run it. */
function applySettled(
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
      // The result is gone: another host, or an earlier process of this host, has already read it.
      if (first === "")
        call.end(lostResult({ workspace, started: true, because: "Its result was delivered before." }));
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
      const because = `The worker that ran the call in the workspace '${workspace}' is gone.`;
      call.end(
        lostResult({ workspace, started: true, because, ...recorded(call.jobId, first, second, key) }),
      );
      return;
    }
    case "cancelled": {
      // A Redis that lost its memory does not know what was running. Where messages are signed, an attacker with access to
      // Redis may have deleted the record of a running call, so a missing record proves nothing.
      const isKnown = call.lossesAtSending === losses && !call.hasStarted && !isSigned;
      // A record is kept at least until here. A job named by `callKey` may be older, and a worker may have had it for long.
      const isFresh = performance.now() - call.sentAt < startTimeoutMs + RECORD_MARGIN_MS / 2;
      const isSure = isKnown && isFresh && !(call.isKeyed && second === "taken");
      const because =
        first === ""
          ? `No worker serves the workspace '${workspace}'.`
          : `The worker of the workspace '${workspace}' did not start the call within ${inSeconds(startTimeoutMs)}.`;
      call.end(lostResult({ workspace, because, ...(isSure && { started: false }) }));
      return;
    }
    default:
      // A read leaves no record; after a change of worker, the next worker starts it again.
      if (mode !== "look" || call.stage !== "started") return;
      // The worker reported before it identified itself.
      if (call.token === undefined && first !== "") call.token = first;
      else if (call.token !== first || first === "") {
        call.stage = "sent";
        call.token = undefined;
        call.lastNewsAt = performance.now();
      }
  }
}
