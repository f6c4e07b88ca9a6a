import * as z from "zod";
import { askUserOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { answersParameter, optionsParameter } from "../question-parameters.js";

/** Result of Codex' request_user_input: the answers by the id of their question. */
export interface CodexUserInput {
  readonly answers: Readonly<Record<string, { readonly answers: readonly string[] }>>;
}

/** Codex' request_user_input: questions with options, which the approver answers. */
export function requestUserInput() {
  return face(askUserOperation, {
    name: "request_user_input",
    description: `Asks the user up to three short questions and waits for the answers, which come back by the id of the question.

- Use it where the task leaves a choice that only the user can make; decide small things yourself.
- Put the option that you recommend first. The user may also answer in other words.`,
    inputSchema: z.object({
      questions: z
        .array(
          z.object({
            id: z.string().describe("Name of the answer, in snake_case"),
            header: z.string().describe("A label of at most 12 characters").optional(),
            question: z.string().describe("The whole question, in one sentence"),
            options: optionsParameter("Two or three options that exclude each other").optional(),
          }),
        )
        .min(1)
        .describe("The questions"),
      answers: answersParameter(),
    }),
    toInput: ({ questions, answers }) => ({
      questions: questions.map(({ question, header, options = [] }) => ({ question, header, options })),
      answers,
    }),
    toResult: (answered, { questions }): CodexUserInput => ({
      answers: Object.fromEntries(
        questions.map(({ id, question }) => [
          id,
          { answers: answered.filter((each) => each.question === question).map(({ answer }) => answer) },
        ]),
      ),
    }),
    render: (result) => JSON.stringify(result),
  });
}
