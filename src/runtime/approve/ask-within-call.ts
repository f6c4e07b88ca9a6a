import type { ContextQuestion } from "../../contract/index.js";
import { readQuestion } from "../host/read-question.js";
import type { PreparedCall } from "../prepare/index.js";
import type { WatchedCall } from "../run/index.js";
import type { RuntimeServices } from "../services/index.js";
import { approveCall } from "./approve-call.js";
import { judgeQuestion } from "./judge-question.js";

/** Asks a question of a running tool with the usual approval steps. Without an approver the answer is no. */
export async function askWithinCall(
  prepared: PreparedCall,
  question: ContextQuestion,
  {
    services,
    signal,
    watched,
  }: {
    readonly services: RuntimeServices;
    readonly signal: AbortSignal;
    readonly watched: WatchedCall | undefined;
  },
): Promise<boolean> {
  const asked = await judgeQuestion(prepared, readQuestion(question), services);
  if (asked.decision.verdict !== "ask") return asked.decision.verdict === "allow";
  const outcome = await approveCall(asked, { services, signal, running: prepared, watched });
  return outcome.type === "approved";
}
