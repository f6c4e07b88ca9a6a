import { ToolError } from "../../../contract/index.js";
import { ellipsized } from "../../../text/index.js";
import type { TrialReport } from "./trial-program.js";

/** Node's code for a file type that nothing in the process can load. */
const UNKNOWN_EXTENSION = "ERR_UNKNOWN_FILE_EXTENSION";

/** Longest message of a foreign error that is passed on, in characters. */
const MAX_MESSAGE_CHARACTERS = 1_000;

/** Returns the `ToolError` for a module that could not be imported. */
export function importFailure(
  { name, message, code }: Omit<Extract<TrialReport, { readonly outcome: "failed" }>, "outcome">,
  path: string,
  line?: number,
): ToolError {
  if (code === UNKNOWN_EXTENSION && path.endsWith(".ts")) {
    return new ToolError(
      `This version of Node (${process.version}) does not load TypeScript without a loader. Compile the file to .js, start the host with a loader ` +
        "(node --import tsx), or use Node 22.18 or later.",
      { code: "typescript-not-supported", absolutePath: path },
    );
  }
  const where = line === undefined ? "" : ` (line ${line})`;
  const shown = ellipsized(message, MAX_MESSAGE_CHARACTERS);
  return new ToolError(`The import failed${where}: ${name}: ${shown}`, {
    code: "import-failed",
    absolutePath: path,
  });
}
