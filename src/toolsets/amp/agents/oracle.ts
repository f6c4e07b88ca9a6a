import * as z from "zod";
import { oracleOperation } from "../../../tools/index.js";
import { agentText } from "../../agent-text.js";
import { face } from "../../face.js";
import { type AmpTaskResult, ampTaskResult } from "./task.js";

/** Amp's oracle: deep reasoning. */
export const oracle = () =>
  face(oracleOperation, {
    name: "oracle",
    description: `Asks a subagent that reasons at length, for difficult work: a plan for a large change, a review, a bug that is hard to understand, a choice between designs.

- It reads and searches, and changes nothing.
- Pass the files that matter: their text is included. State in context what you tried and found.
- It is slow and expensive. Do not use it for what reading a file would answer.`,
    inputSchema: z.object({
      task: z.string().describe("The question, and the purpose of the answer"),
      context: z.string().describe("What is known already: what was tried, what happened").optional(),
      files: z.array(z.string()).describe("Files whose text is included").optional(),
    }),
    parameterAliases: { task: ["prompt", "question"] },
    toInput: ({ task, context, files }) => ({
      task,
      context,
      files,
    }),
    toResult: (output): AmpTaskResult => ampTaskResult(output),
    render: (result, { output }) =>
      [
        agentText(output ?? result),
        ...(output === undefined || output.unread.length === 0
          ? []
          : [
              `[Did not go along, or not whole: ${output.unread.map(({ path, reason }) => `${path} (${reason})`).join(", ")}]`,
            ]),
      ].join("\n\n"),
  });
