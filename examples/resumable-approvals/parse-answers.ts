import type { ApprovalAnswer, ToolResult } from "collet";

/** Reads `call=yes` and `call=no: reason`; throws at anything else, since a slip of the pen is no answer. */
export function parseAnswers(
  args: readonly string[],
  results: readonly ToolResult[],
): Readonly<Record<string, ApprovalAnswer>> {
  const blocked = results.filter(({ status }) => status === "blocked-on-user").map(({ callId }) => callId);
  const answers: Record<string, ApprovalAnswer> = {};
  for (const arg of args) {
    const [, callId = "", yes, reason] = /^(.+?)=(?:(yes)|no(?:: *(.*))?)$/.exec(arg) ?? [];
    if (!blocked.includes(callId)) {
      throw new Error(
        `"${arg}" answers nothing. Write <call>=yes or <call>="no: why not", for: ${blocked.join(", ")}.`,
      );
    }
    if (Object.hasOwn(answers, callId)) throw new Error(`There are two answers for ${callId}. Give one.`);
    answers[callId] =
      yes === undefined ? { approved: false, ...(reason !== undefined && { reason }) } : { approved: true };
  }
  return answers;
}
