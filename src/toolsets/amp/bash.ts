import * as z from "zod";
import { MAX_OUTPUT_CHARACTERS, prepareCommand, runCommandOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { bashEnvelope } from "./bash-envelope.js";

/** Seed 000's Bash: runs a command, one at a time. */
export const bash = face(runCommandOperation, {
  name: "Bash",
  description: `Runs a command in bash and waits for it to end. Answers its output (stdout and stderr together) and its exit code; an exit code other than 0 is an answer, not an error.

- Each call starts afresh: neither cd nor variables last. Give the folder as cwd.
- Only the last ${MAX_OUTPUT_CHARACTERS} characters of the output are shown; send longer output to a file and Read it.
- There is no input to answer questions with, no time limit, and nothing keeps running in the background.
- Prefer Read, Grep, glob and edit_file to cat, grep, find and sed.`,
  inputSchema: z.object({
    cmd: z.string().describe("The shell command to execute"),
    cwd: z.string().describe("Working directory (absolute path)").optional(),
  }),
  aliases: ["bash", "run_terminal_command"],
  parameterAliases: { cmd: ["command"], cwd: ["workdir"] },
  prepare: ({ cmd, cwd }, environment) => {
    const prepared = prepareCommand({ command: cmd, ...(cwd !== undefined && { cwd }) }, environment);
    return { cmd: prepared.command, ...(prepared.cwd !== undefined && { cwd: prepared.cwd }) };
  },
  toInput: ({ cmd, cwd }) => ({ command: cmd, ...(cwd !== undefined && { cwd }) }),
  toResult: bashEnvelope,
});
