import { required } from "./required.js";
import type { TimedRow } from "./row.js";

const OUTPUT_BYTES = 200_000_000;
/** An output longer than this would fill the context of most models. */
const MAX_RETURNED_CHARACTERS = 2_000_000;

/** A command that prints 200 MB of lines. */
export const LARGE_OUTPUT: TimedRow = {
  type: "timed",
  id: "large-output",
  title: "Run a command that prints 200 MB",
  group: "commands",
  needs: "command",
  repetitions: 3,
  prepare: (tools) => ({
    work: () =>
      required(tools.command)({
        command: `yes 'a line of output as a build prints it, not too short' | head -c ${OUTPUT_BYTES}`,
      }),
    check: (text) => {
      if (!text.includes("a line of output")) return "the output is missing";
      return text.length > MAX_RETURNED_CHARACTERS
        ? `the model receives ${text.length} characters`
        : undefined;
    },
  }),
};
