import * as z from "zod";
import { counted } from "../../text/index.js";
import {
  OPENCODE_COMMAND_TIMEOUTS,
  prepareCommand,
  type RunCommandOutput,
  runCommandOperation,
} from "../../tools/index.js";
import { OPENCODE_MAX_BYTES, OPENCODE_MAX_LINES, truncateText } from "../../truncation/index.js";
import { type FaceEnvironment, face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";
import { waysToRead } from "../ways-to-read.js";
import { type OpenCodeResult, openCodeContent, requiredByName } from "./results/index.js";

/** OpenCode: MAX_METADATA_LENGTH. */
const MAX_METADATA_LENGTH = 30_000;

/**
 * UTF-16 code units of output that are passed on to the runtime's truncation. Our own limit: many times the model's limit,
 * so that outputs are rarely truncated twice.
 */
const MAX_OUTPUT_CHARACTERS = 1_000_000;

/** Tags around the facts about a command; its output must not contain them. */
const METADATA_TAG = /<(?=\/?\s*bash_metadata\b)/gi;

/** Result of OpenCode's bash. */
export type OpenCodeBashResult = OpenCodeResult<{
  /** End of the output, at most 30,000 characters. */
  readonly output: string;
  /** 128 plus the signal's number for a command ended by a signal. */
  readonly exit: number;
  readonly description: string;
}>;

/** Variant of `runCommandOperation` whose output is truncated like others of this toolset, but keeps the end. */
const operation: typeof runCommandOperation = {
  ...runCommandOperation,
  truncation: { maxLines: OPENCODE_MAX_LINES, maxBytes: OPENCODE_MAX_BYTES, keep: "tail" },
};

/** OpenCode's bash: runs a command with a time limit. */
export function bash() {
  return face(operation, {
    name: "bash",
    description: `Runs a command in bash and waits for it to end. Returns its output, stdout and stderr together, and its exit code where that is not 0.

- A command may take ${OPENCODE_COMMAND_TIMEOUTS.defaultMs} ms, or as long as timeout says. Then it is ended with all its processes, and the result contains its output so far.
- Calls share no state: cd and variables do not persist. Pass the folder as workdir instead of using cd.
- Of a long output the last ${OPENCODE_MAX_LINES} lines or ${OPENCODE_MAX_BYTES} bytes are shown; the notice names the location of the rest.
- Commands cannot read input, and no process keeps running in the background.
- Prefer read, grep, glob and edit to cat, grep, find and sed.`,
    inputSchema: z.object({
      command: z.string().describe("The command to run"),
      timeout: z
        .number()
        .describe(`Milliseconds it may take; default ${OPENCODE_COMMAND_TIMEOUTS.defaultMs}`)
        .optional(),
      workdir: folderParameter("Folder to run the command in. Default: the working directory."),
      description: requiredByName(
        z.string().describe('What the command does, in 5 to 10 words, like "Installs the dependencies"'),
        "",
      ),
    }),
    prepare: ({ command, workdir, ...rest }, environment) => {
      const request = { command, cwd: workdir };
      const prepared = prepareCommand(request, environment);
      return {
        ...rest,
        command: prepared.command,
        ...(prepared.cwd !== undefined && { workdir: prepared.cwd }),
      };
    },
    toInput: ({ command, timeout, workdir, description }) => ({
      command,
      description,
      timeouts: OPENCODE_COMMAND_TIMEOUTS,
      maxOutputCharacters: MAX_OUTPUT_CHARACTERS,
      wording: { command: "command", cwd: "workdir" },
      timeoutMs: timeout,
      cwd: workdir,
    }),
    toResult: (ended, { description, command }, { offers }): OpenCodeBashResult => ({
      title: description === "" ? command : description,
      metadata: {
        output: truncateText(ended.output, {
          maxCharacters: MAX_METADATA_LENGTH,
          keep: "tail",
          truncateAt: "character",
        }).text,
        exit: ended.exitCode,
        description,
      },
      output: bashText(ended, offers),
    }),
    render: openCodeContent,
  });
}

function bashText(ended: RunCommandOutput, offers: FaceEnvironment["offers"]): string {
  const output = ended.output.replace(METADATA_TAG, "<\\");
  const facts = endFacts(ended, offers);
  const shown = output === "" ? "(no output)" : output;
  if (facts.length === 0) return shown;
  return `${shown.replace(/\n$/, "")}\n\n<bash_metadata>\n${facts.join("\n")}\n</bash_metadata>`;
}

/** Returns facts about the end of a command that the model needs in addition to its output; none after success. */
function endFacts(
  { reason, timeoutMs, exitCode, signal, omitted }: RunCommandOutput,
  offers: FaceEnvironment["offers"],
): string[] {
  const facts: string[] = [];
  if (reason === "timeout") {
    facts.push(
      `The command was ended because it took longer than ${timeoutMs} ms. If it needs more, and does not wait for input, set a larger timeout.`,
    );
  } else if (reason === "abort") facts.push("The command was ended because the call was cancelled.");
  else if (signal !== undefined) facts.push(`Ended by ${signal}, exit code ${exitCode}.`);
  else if (exitCode !== 0) facts.push(`Exit code ${exitCode}.`);
  if (omitted !== undefined) {
    const { bytes, lines, savedTo, notKept } = omitted;
    const where =
      savedTo === undefined
        ? `Nothing else was kept of it: ${notKept ?? "no output store is available"}.`
        : `All of it is in ${savedTo}${waysToRead({ search: "grep", read: "read", part: "offset and limit" }, offers)}.`;
    facts.push(
      `The first ${counted(bytes, "byte")} (${counted(lines, "line")}) of the output ${bytes === 1 ? "is" : "are"} missing. ${where}`,
    );
  }
  return facts;
}
