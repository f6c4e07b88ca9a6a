import * as z from "zod";
import { askUserOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { answersParameter, optionsParameter } from "../question-parameters.js";

/** OpenCode's question: questions with options, which the approver answers. */
export function question() {
  return face(askUserOperation, {
    name: "question",
    description: `Asks the user up to four questions and waits for the answers.

- Use it where the task leaves a choice that only the user can make; decide small things yourself.
- Put the option that you recommend first, and add "(Recommended)" to its label.`,
    inputSchema: z.object({
      questions: z
        .array(
          z.object({
            question: z.string().describe("The whole question"),
            header: z.string().describe("A label of at most 30 characters").optional(),
            options: optionsParameter("The possible answers").optional(),
            multiple: z.boolean().describe("Whether several options may be chosen").optional(),
            custom: z.boolean().describe("Whether the user may type another answer").optional(),
          }),
        )
        .min(1)
        .describe("The questions"),
      answers: answersParameter(),
    }),
    toInput: ({ questions, answers }) => ({
      questions: questions.map(({ question, header, multiple, options = [] }) => ({
        ...{ question, header, multiSelect: multiple, options },
      })),
      answers,
    }),
    toResult: (answered) => {
      const pairs = answered.map(({ question, answer }) => `"${question}"="${answer}"`).join(", ");
      return `User has answered your questions: ${pairs}. You can now continue with the user's answers in mind.`;
    },
  });
}
