import * as z from "zod";
import {
  CLAUDE_CODE_COMMAND_TIMEOUTS,
  MAX_OUTPUT_CHARACTERS,
  powerShellCommandOperation,
} from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";
import { bashResult, bashText, type ClaudeCodeBackgroundResult, type ClaudeCodeBashResult } from "./bash.js";

const { defaultMs, maxMs } = CLAUDE_CODE_COMMAND_TIMEOUTS;

/** Claude Code's PowerShell: Bash for commands of PowerShell, which run unchanged. */
export function powerShell() {
  return face(powerShellCommandOperation, {
    name: "PowerShell",
    description: `Runs a command in PowerShell and waits for it to end. Returns its exit code, stdout and stderr; an exit code other than 0 is not an error.

- A command may take ${defaultMs} ms, or as long as timeout says, ${maxMs} ms at most. Then it is ended with all its processes, and the result contains its output so far.
- Calls share no state: Set-Location and variables do not persist. Pass the folder as cwd.
- Of stdout and of stderr only the last ${MAX_OUTPUT_CHARACTERS} characters are shown.
- Commands cannot read input, and no profile is loaded. Nothing keeps running afterwards, except with run_in_background: the result is then an id for TaskOutput and TaskStop.
- Prefer Read, Grep, Glob and Edit to Get-Content, Select-String, Get-ChildItem and Set-Content.`,
    inputSchema: z.object({
      command: z.string().describe("The command to run, in the language of PowerShell"),
      timeout: z
        .number()
        .describe(`Milliseconds it may take; default ${defaultMs}, at most ${maxMs}`)
        .optional(),
      description: z.string().describe("What the command does, in a few words").optional(),
      cwd: folderParameter("Folder to run it in. Default: the working directory"),
      run_in_background: z.boolean().describe("Start the command and return its id at once").optional(),
    }),
    toInput: ({ command, timeout, description, cwd, run_in_background }) => ({
      command,
      mode: run_in_background === true ? ("background" as const) : ("wait" as const),
      streams: "separate" as const,
      timeouts: CLAUDE_CODE_COMMAND_TIMEOUTS,
      wording: { command: "command" },
      timeoutMs: timeout,
      description,
      cwd,
    }),
    toResult: (output): ClaudeCodeBashResult | ClaudeCodeBackgroundResult =>
      output.mode === "wait" ? bashResult(output.ended) : { backgroundTaskId: output.job.jobId },
    render: bashText,
  });
}
