import * as z from "zod";
import { type FoundRange, finderOperation } from "../../../tools/index.js";
import { foundText } from "../../agent-text.js";
import { face } from "../../face.js";
import { type AmpTaskResult, ampTaskResult } from "./task.js";

/** Result of Amp's finder. */
export interface AmpFinderResult extends Omit<AmpTaskResult, "files"> {
  /** Ranges found, the most important first; all of them were verified. */
  readonly files: readonly FoundRange[];
}

/** Amp's finder: finds code by what it does. */
export const finder = () =>
  face(finderOperation, {
    name: "finder",
    description: `Finds code by its purpose, when you do not know its name: a subagent searches, reads, and returns files with line ranges and the reason why each matters.

- Ask a whole question: "Where are sessions ended when a user logs out, and what is cleaned up then?"
- Ask several questions with several calls; they run in parallel.
- For a name or a text that you know use Grep, for a file name glob. They are faster.`,
    inputSchema: z.object({
      query: z.string().describe("The purpose of the code in plain words, with everything known about it"),
    }),
    parameterAliases: { query: ["prompt", "question"] },
    toInput: ({ query }) => ({ query }),
    toResult: (output): AmpFinderResult => {
      const { files: _changed, ...base } = ampTaskResult(output);
      return { ...base, files: output.ranges };
    },
    render: (result, { output }) => foundText(result, output),
  });
