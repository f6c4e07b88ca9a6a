import * as z from "zod";
import { askUserOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { answersParameter, optionsParameter } from "../question-parameters.js";

/** gemini-cli's ask_user: questions, with or without options, which the approver answers. */
export function askUser() {
  return face(askUserOperation, {
    name: "ask_user",
    description: `Asks the user up to four questions and waits for the answers.

- Use it where the task leaves a choice that only the user can make; decide small things yourself.
- The type choice needs two to four options; text asks for free text, yesno for yes or no.`,
    inputSchema: z.object({
      questions: z
        .array(
          z.object({
            question: z.string().describe("The whole question"),
            header: z.string().describe("A label of at most 16 characters").optional(),
            type: z.enum(["choice", "text", "yesno"]).describe("Kind of answer. Default choice").optional(),
            options: optionsParameter("The options of a choice").optional(),
            multiSelect: z.boolean().describe("Whether several options may be chosen").optional(),
            placeholder: z.string().describe("A hint for free text").optional(),
          }),
        )
        .min(1)
        .describe("The questions"),
      answers: answersParameter(),
    }),
    toInput: ({ questions, answers }) => ({
      questions: questions.map(({ question, header, multiSelect, options = [] }) => ({
        ...{ question, header, multiSelect, options },
      })),
      answers,
    }),
    toResult: (answered) =>
      JSON.stringify({
        answers: Object.fromEntries(answered.map(({ question, answer }) => [question, answer])),
      }),
  });
}
