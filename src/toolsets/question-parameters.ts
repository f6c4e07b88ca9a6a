import * as z from "zod";

/** Parameter for the options of a question. */
export const optionsParameter = (description: string) =>
  z
    .array(
      z.object({
        label: z.string().describe("The option, in a few words"),
        description: z.string().describe("What choosing it means").optional(),
      }),
    )
    .describe(description);

/** Parameter for the answers, which the approver fills in. */
export const answersParameter = () =>
  z
    .array(
      z.object({
        question: z.string().describe("The question as it was asked"),
        answer: z.string().describe("The user's answer"),
      }),
    )
    .describe("Filled in by the user; omit it")
    .optional();
