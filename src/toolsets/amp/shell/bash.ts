import * as z from "zod";
import { MAX_OUTPUT_CHARACTERS, prepareCommand, shellCommandOperation } from "../../../tools/index.js";
import { face } from "../../face.js";
import { folderParameter } from "../../folder-parameter.js";
import { bashEnvelope, startedJobEnvelope } from "./bash-envelope.js";

/** Amp's Bash: runs one command at a time, or starts one in the background. */
export const bash = () =>
  face(shellCommandOperation, {
    name: "Bash",
    description: `Runs a command in bash and waits for it to end. Returns its output (stdout and stderr together) and its exit code; an exit code other than 0 is not an error.

- Calls share no state: cd and variables do not persist. Pass the folder as cwd.
- Only the last ${MAX_OUTPUT_CHARACTERS} characters of the output are shown; the notice above them names the location of the rest.
- Commands cannot read input. There is no time limit.
- No process keeps running in the background. For a server or a watcher, set background: the result is a job_id for read_job, wait_for_job and kill_job.
- Prefer Read, Grep, glob and edit_file to cat, grep, find and sed.`,
    inputSchema: z.object({
      cmd: z.string().describe("The shell command to execute"),
      cwd: folderParameter("Working directory (absolute path)"),
      background: z
        .boolean()
        .describe("Start the command as a background job and return its job_id at once")
        .optional(),
    }),
    aliases: ["bash", "run_terminal_command"],
    parameterAliases: {
      cmd: ["command"],
      cwd: ["workdir"],
      background: ["run_in_background", "is_background"],
    },
    prepare: ({ cmd, cwd, background }, environment) => {
      const prepared = prepareCommand({ command: cmd, cwd }, environment);
      return {
        cmd: prepared.command,
        cwd: prepared.cwd,
        background,
      };
    },
    toInput: ({ cmd, cwd, background }) => ({
      command: cmd,
      cwd,
      mode: background === true ? ("background" as const) : ("wait" as const),
    }),
    toResult: (output, _input, { offers }) =>
      output.mode === "wait" ? bashEnvelope(output.ended, offers) : startedJobEnvelope(output.job),
  });
