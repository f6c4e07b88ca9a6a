import * as z from "zod";
import { formatOperation } from "../../../tools/index.js";
import { face } from "../../face.js";
import { PATH_NAMES } from "../parameter-names.js";

/** Result of format_file. */
export interface AmpFormatResult {
  /** Formatter that the project uses for the file. */
  readonly formatter: string;
  /** Diff in git's format; empty if the file was already formatted. */
  readonly diff: string;
}

/** Amp's format_file: formats a file with its project's formatter. */
export const formatFile = () =>
  face(formatOperation, {
    name: "format_file",
    description: `Formats a file with the formatter of the project and returns the change as a diff.

- Detected from the files of the project: Biome, Prettier or ESLint for scripts, styles and documents, gofmt, rustfmt, Black or Ruff, clang-format, shfmt.
- Without a formatter nothing is changed, and the result lists the formatters that were searched for.
- undo_edit undoes the change.`,
    inputSchema: z.object({
      path: z.string().describe("Absolute path of the file to format"),
    }),
    parameterAliases: { path: PATH_NAMES },
    toInput: ({ path }) => ({ path }),
    toResult: ({ formatter, diff }): AmpFormatResult => ({ formatter, diff }),
    render: ({ formatter, diff }, { input, output }) => {
      const path = output?.path ?? input.path;
      const what =
        diff === ""
          ? `${path} is formatted already, says ${formatter}.`
          : `Formatted ${path} with ${formatter}.`;
      return [what, ...(output?.remarks ?? []), diff].filter((row) => row !== "").join("\n");
    },
  });
