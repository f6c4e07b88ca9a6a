import * as z from "zod";
import { CLAUDE_CODE_COMMAND_TIMEOUTS, type ShellCommandInput } from "../../tools/index.js";
import { folderParameter } from "../folder-parameter.js";

const { defaultMs, maxMs } = CLAUDE_CODE_COMMAND_TIMEOUTS;

/** Creates the parameters of Claude Code's tools for commands. */
export function commandParameters({ command }: { readonly command: string }) {
  return z.object({
    command: z.string().describe(command),
    timeout: z
      .number()
      .describe(`Milliseconds it may take; default ${defaultMs}, at most ${maxMs}`)
      .optional(),
    description: z.string().describe("What the command does, in a few words").optional(),
    cwd: folderParameter("Folder to run it in. Default: the working directory"),
    run_in_background: z.boolean().describe("Start the command and return its id at once").optional(),
  });
}

/** Converts these parameters to the input of the operation. */
export function commandInput(input: z.output<ReturnType<typeof commandParameters>>): ShellCommandInput {
  const { command, timeout, description, cwd, run_in_background } = input;
  return {
    command,
    mode: run_in_background === true ? "background" : "wait",
    streams: "separate",
    timeouts: CLAUDE_CODE_COMMAND_TIMEOUTS,
    wording: { command: "command" },
    timeoutMs: timeout,
    description,
    cwd,
  };
}
