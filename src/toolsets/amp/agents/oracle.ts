import * as z from "zod";
import { oracleOperation } from "../../../tools/index.js";
import { agentText } from "../../agent-text.js";
import { face } from "../../face.js";
import { type AmpTaskResult, ampTaskResult } from "./task.js";

/** Amp's oracle: deep reasoning. */
export const oracle = () =>
  face(oracleOperation, {
    name: "oracle",
    description: `Asks a subagent that thinks long and hard, for what is difficult: a plan for a large change, a review, a bug that is hard to understand, a choice between designs.

- It reads and searches, and changes nothing.
- Give it the files that matter: their text goes along. Say in context what you tried and what you found.
- It is slow and dear. Do not ask it what reading a file would tell.`,
    inputSchema: z.object({
      task: z.string().describe("What to think about, and what the answer is for"),
      context: z.string().describe("What is known already: what was tried, what happened").optional(),
      files: z.array(z.string()).describe("Files whose text goes along").optional(),
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
