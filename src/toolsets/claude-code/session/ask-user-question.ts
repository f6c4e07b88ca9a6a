import * as z from "zod";
import { askUserOperation, submitPlanOperation } from "../../../tools/index.js";
import { face } from "../../face.js";
import { answersParameter, optionsParameter } from "../../question-parameters.js";

/** Claude Code's AskUserQuestion: questions with options, which the approver answers. */
export function askUserQuestion() {
  return face(askUserOperation, {
    name: "AskUserQuestion",
    description: `Asks the user up to four questions and waits for the answers.

- Use it where the task leaves a choice that only the user can make; decide small things yourself.
- Offer for each question two to four options with short labels. The user may also answer in other words.
- Put the option that you recommend first.`,
    inputSchema: z.object({
      questions: z
        .array(
          z.object({
            question: z.string().describe("The whole question"),
            header: z.string().describe("A label of at most 12 characters").optional(),
            multiSelect: z.boolean().describe("Whether several options may be chosen").optional(),
            options: optionsParameter("The options"),
          }),
        )
        .min(1)
        .describe("The questions"),
      answers: answersParameter(),
    }),
    toInput: ({ questions, answers }) => ({ questions, answers }),
    toResult: (answered) => {
      const pairs = answered.map(({ question, answer }) => `"${question}"="${answer}"`).join(", ");
      return `User has answered your questions: ${pairs}. You can now continue with the user's answers in mind.`;
    },
  });
}

/** Claude Code's ExitPlanMode: submits a plan, which the user approves or rejects. */
export function exitPlanMode() {
  return face(submitPlanOperation, {
    name: "ExitPlanMode",
    aliases: ["exit_plan_mode"],
    description:
      "Submits your plan to the user, who approves or rejects it. Use it when the plan is complete and before you change anything; ask open questions first.",
    inputSchema: z.object({
      plan: z.string().describe("The plan, in Markdown").optional(),
    }),
    toInput: ({ plan }) => ({ plan }),
    toResult: () => "User has approved your plan. You can now start coding.",
  });
}
