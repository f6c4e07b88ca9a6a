import * as z from "zod";
import {
  MAX_OUTPUT_CHARACTERS,
  prepareCommand,
  type RunCommandOutput,
  runCommandOperation,
} from "../../tools/index.js";
import { type FaceEnvironment, face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";

import { waysToRead } from "../ways-to-read.js";

/** Milliseconds without output after which gemini-cli ends a command. */
const INACTIVITY_TIMEOUT_MS = 300_000;

/** gemini-cli's run_shell_command: no time limit, but a limit for inactivity. */
export function runShellCommand() {
  return face(runCommandOperation, {
    name: "run_shell_command",
    description: `Runs a command in bash and waits for it to end. Returns its output (stdout and stderr together), and the exit code if it is not 0.

- A command that prints nothing for ${INACTIVITY_TIMEOUT_MS / 1_000} seconds is ended with all its processes.
- Calls share no state: cd and variables do not persist. Pass the folder as dir_path.
- Only the last ${MAX_OUTPUT_CHARACTERS} characters of the output are shown. Commands cannot read input.
- Prefer read_file, grep_search, glob and replace to cat, grep, find and sed.`,
    inputSchema: z.object({
      command: z.string().describe("The command to run"),
      description: z.string().describe("What the command does, in a few words").optional(),
      dir_path: folderParameter("Folder to run it in. Default: the working directory"),
    }),
    prepare: ({ command, dir_path, ...rest }, environment) => {
      const prepared = prepareCommand({ command, cwd: dir_path }, environment);
      return {
        ...rest,
        command: prepared.command,
        ...(prepared.cwd !== undefined && { dir_path: prepared.cwd }),
      };
    },
    toInput: ({ command, description, dir_path }) => ({
      command,
      inactivityTimeoutMs: INACTIVITY_TIMEOUT_MS,
      wording: { command: "command", cwd: "dir_path" },
      description,
      cwd: dir_path,
    }),
    toResult: (output, _input, { offers }) => shellText(output, offers),
  });
}

function shellText(
  { output, omitted, exitCode, signal, reason }: RunCommandOutput,
  offers: FaceEnvironment["offers"],
): string {
  const rows: string[] = [];
  if (exitCode !== 0) rows.push(`Exit Code: ${exitCode}`);
  if (signal !== undefined) rows.push(`Signal: ${signal}`);
  if (reason === "inactivity") {
    rows.push(
      `[The command was ended because it printed nothing for ${INACTIVITY_TIMEOUT_MS / 1_000} seconds.]`,
    );
  }
  if (omitted !== undefined) {
    const where =
      omitted.savedTo === undefined
        ? `It was not kept: ${omitted.notKept ?? "no output store is available"}.`
        : `All of it is in ${omitted.savedTo}${waysToRead({ search: "grep_search", read: "read_file", part: "start_line and end_line" }, offers)}.`;
    rows.push(`[Only the end of the output is shown. ${where}]`);
  }
  // Last, so that no output of the command can be mistaken for its exit code.
  rows.push(output === "" ? "Output: (empty)" : `Output: ${output}`);
  return rows.join("\n");
}
