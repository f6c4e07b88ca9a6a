import type { ApprovalAnswer, ToolResult } from "collet";

/** Parses `call=yes` and `call=no: reason`; throws on anything else, so that a typo is not taken for an answer. */
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
        `"${arg}" is not an answer to a question. Write <call>=yes or <call>="no: reason", for: ${blocked.join(", ")}.`,
      );
    }
    if (Object.hasOwn(answers, callId)) throw new Error(`There are two answers for ${callId}. Give one.`);
    answers[callId] =
      yes === undefined ? { approved: false, ...(reason !== undefined && { reason }) } : { approved: true };
  }
  return answers;
}
