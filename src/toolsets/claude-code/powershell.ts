import {
  CLAUDE_CODE_COMMAND_TIMEOUTS,
  MAX_OUTPUT_CHARACTERS,
  powerShellCommandOperation,
} from "../../tools/index.js";
import { face } from "../face.js";
import { bashText, commandResult } from "./bash.js";
import { commandInput, commandParameters } from "./command-parameters.js";

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
    inputSchema: commandParameters({ command: "The command to run, in the language of PowerShell" }),
    toInput: commandInput,
    toResult: commandResult,
    render: bashText,
  });
}
