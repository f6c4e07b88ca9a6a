import { type ApprovalAnswer, type ApprovalHandler, type ApprovalRequest, requestLines } from "collet";
import { describeRule } from "collet/permissions";
import type { Answers } from "./answers.js";
import type { Screen } from "./screen.js";

const NO_ANSWER: ApprovalAnswer = { approved: false, reason: "The user did not answer." };

/** Creates an approver that asks in the terminal, one question at a time. No answer counts as a rejection. */
export function askInTerminal(screen: Screen, answers: Answers): ApprovalHandler {
  let previous: Promise<unknown> = Promise.resolve();
  return (request, { signal }) => {
    const answer = previous.then(() => ask(request, screen, answers, signal));
    previous = answer.catch(() => {});
    return answer;
  };
}

async function ask(
  request: ApprovalRequest,
  screen: Screen,
  answers: Answers,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { suggestedRules = [], canRemember = true } = request;
  const rules = suggestedRules.map(describeRule).join("; ");
  const choices = [
    { key: "y", text: "yes, once" },
    // A command that runs other programs (node, sudo) asks again each time.
    ...(canRemember ? [{ key: "s", text: "yes, and the same call again in this session" }] : []),
    ...(rules === "" ? [] : [{ key: "r", text: `yes, and from now on: ${rules}` }]),
    { key: "n", text: "no" },
  ];
  const menu = choices.map(({ key, text }) => ({ text: `  [${key}] ${text}`, look: "text" as const }));
  screen.ask([{ text: "", look: "text" }, ...requestLines(request), ...menu], "> ");
  const answer = await read();
  const outcome = answer.approved ? "approved" : `refused: ${answer.reason ?? "no reason given"}`;
  screen.asked({ text: outcome, look: answer.approved ? "added" : "removed" });
  return answer;

  async function read(): Promise<ApprovalAnswer> {
    for (;;) {
      const typed = await answers.next(signal);
      if (typed === undefined) return NO_ANSWER;
      const key = typed.trim().toLowerCase();
      if (key === "y") return { approved: true };
      if (key === "s" && canRemember) return { approved: true, remember: "session" };
      // Only all suggested rules together would have allowed this call.
      if (key === "r" && rules !== "") return { approved: true, remember: suggestedRules };
      if (key === "n") return await refusal();
      const keys = choices.map((choice) => choice.key).join(", ");
      screen.ask([{ text: `Type one of ${keys}.`, look: "quiet" }], "> ");
    }
  }

  async function refusal(): Promise<ApprovalAnswer> {
    screen.ask([], "reason? (the model reads it) > ");
    const reason = (await answers.next(signal))?.trim();
    return { approved: false, ...(reason !== undefined && reason !== "" && { reason }) };
  }
}
