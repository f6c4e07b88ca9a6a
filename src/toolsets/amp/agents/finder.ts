import * as z from "zod";
import { type FoundRange, finderOperation } from "../../../tools/index.js";
import { agentText, droppedText, rangesText } from "../../agent-text.js";
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
    description: `Finds code by what it does, when you do not know its name: a subagent searches, reads what it finds, and answers files with line ranges and why they matter.

- Ask a whole question: "Where are sessions ended when a user logs out, and what is cleaned up then?"
- Several questions at once are several calls: they run side by side.
- For a name or a text that you know use Grep, for a file name glob. They are faster.`,
    inputSchema: z.object({
      query: z.string().describe("What to look for, in plain words, with all that is known about it"),
    }),
    parameterAliases: { query: ["prompt", "question"] },
    toInput: ({ query }) => ({ query }),
    toResult: (output): AmpFinderResult => {
      const { files: _changed, ...base } = ampTaskResult(output);
      return { ...base, files: output.ranges };
    },
    render: (result, { output }) =>
      [
        agentText(output ?? result),
        ...rangesText(result.files),
        ...(output === undefined ? [] : droppedText(output.dropped)),
      ].join("\n\n"),
  });
