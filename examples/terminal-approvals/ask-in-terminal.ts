import type { ApprovalAnswer, ApprovalHandler, ApprovalRequest } from "collet";
import type { Answers } from "./answers.js";
import { describeRequest, describeRule } from "./describe-request.js";
import type { Screen } from "./screen.js";

const NOBODY: ApprovalAnswer = { approved: false, reason: "Nobody is there to answer." };

/** Asks the person in front of the terminal, one question at a time; whoever says nothing has said no. */
export function askInTerminal(screen: Screen, answers: Answers): ApprovalHandler {
  let turn: Promise<unknown> = Promise.resolve();
  return (request, { signal }) => {
    const answer = turn.then(() => ask(request, screen, answers, signal));
    turn = answer.catch(() => {});
    return answer;
  };
}

async function ask(
  request: ApprovalRequest,
  screen: Screen,
  answers: Answers,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { suggestedRules = [] } = request;
  const rules = suggestedRules.map(describeRule).join("; ");
  const choices = [
    { key: "y", text: "yes, once" },
    // What runs other programs (node, sudo) is asked about again all the same.
    { key: "s", text: "yes, and exactly this again in this session" },
    ...(rules === "" ? [] : [{ key: "r", text: `yes, and from now on: ${rules}` }]),
    { key: "n", text: "no" },
  ];
  const menu = choices.map(({ key, text }) => ({ text: `  [${key}] ${text}`, look: "plain" as const }));
  screen.ask([{ text: "", look: "plain" }, ...describeRequest(request), ...menu], "> ");
  const answer = await read();
  const outcome = answer.approved ? "approved" : `refused: ${answer.reason ?? "no reason given"}`;
  screen.asked({ text: outcome, look: answer.approved ? "added" : "removed" });
  return answer;

  async function read(): Promise<ApprovalAnswer> {
    for (;;) {
      const typed = await answers.next(signal);
      if (typed === undefined) return NOBODY;
      const key = typed.trim().toLowerCase();
      if (key === "y") return { approved: true };
      if (key === "s") return { approved: true, remember: "session" };
      // Only all of them together would have let this call pass.
      if (key === "r" && rules !== "") return { approved: true, remember: suggestedRules };
      if (key === "n") return await refusal();
      const keys = choices.map((choice) => choice.key).join(", ");
      screen.ask([{ text: `Type one of ${keys}.`, look: "quiet" }], "> ");
    }
  }

  async function refusal(): Promise<ApprovalAnswer> {
    screen.ask([], "why not? (the model reads it) > ");
    const reason = (await answers.next(signal))?.trim();
    return { approved: false, ...(reason !== undefined && reason !== "" && { reason }) };
  }
}
