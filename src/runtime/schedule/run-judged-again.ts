import type { ToolResult } from "../../contract/index.js";
import { type AskedCall, waitsForAnswer } from "../approve/index.js";
import { denialOf, type PreparedCall, prepareCall } from "../prepare/index.js";
import { type CallScope, unrunBase } from "../run/index.js";
import { type CallFailure, failedResult } from "../values/index.js";

/** Judges a call by the files, after its executor found them not as expected, and runs it if it may. */
export async function runJudgedAgain(
  expected: PreparedCall,
  scope: CallScope,
  {
    run,
    ask,
  }: {
    readonly run: (judged: PreparedCall) => Promise<ToolResult>;
    readonly ask: (judged: PreparedCall) => Promise<AskedCall>;
  },
): Promise<ToolResult> {
  const prepared = await prepareCall(expected.call, expected.session, scope.services);
  const refused = (failure: CallFailure) => failedResult(unrunBase(prepared, scope), failure);
  if (prepared.status === "failed") return refused(prepared.failure);
  if (prepared.decision.verdict === "deny") return refused(denialOf(prepared));
  if (!waitsForAnswer(prepared, scope)) return run(prepared);
  const asked = await ask(prepared);
  return "stopped" in asked ? asked.stopped : run(asked.prepared);
}
