import * as z from "zod";
import {
  type FoundRange,
  librarianOperation,
  MAX_REPOSITORIES,
  type SearchedRepository,
} from "../../../tools/index.js";
import { foundText } from "../../agent-text.js";
import { face } from "../../face.js";
import { type AmpTaskResult, ampTaskResult } from "./task.js";

/** Result of Amp's librarian. */
export interface AmpLibrarianResult extends Omit<AmpTaskResult, "files"> {
  readonly repositories: readonly SearchedRepository[];
  /** Ranges found; all of them were verified. */
  readonly files: readonly FoundRange[];
}

/** Amp's librarian: answers questions across repositories. */
export const librarian = () =>
  face(librarianOperation, {
    name: "librarian",
    description: `Answers questions about other repositories, or about several at once: how a library works inside, how two services fit together, where a behaviour comes from.

- repositories takes local folders and addresses of git (https://host/path, git@host:path); up to ${MAX_REPOSITORIES}. Fetching one requires an approval.
- A subagent reads and searches them and changes nothing. You can open the files that it names.
- For the working directory alone use finder.`,
    inputSchema: z.object({
      query: z.string().describe("What to find out, in a whole question"),
      repositories: z
        .array(z.string())
        .describe("Local folders and addresses of git repositories; default: the working directory")
        .optional(),
      context: z.string().describe("What is known already, and what the answer is for").optional(),
    }),
    parameterAliases: { query: ["prompt", "question"], repositories: ["repos", "repository"] },
    toInput: ({ query, repositories, context }) => ({
      query,
      repositories,
      context,
    }),
    toResult: (output): AmpLibrarianResult => {
      const { files: _changed, ...base } = ampTaskResult(output);
      return { ...base, repositories: output.repositories, files: output.ranges };
    },
    render: (result, { output }) => foundText(result, output),
  });
