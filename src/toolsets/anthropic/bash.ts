import * as z from "zod";
import { inSeconds } from "../../text/index.js";
import {
  MAX_OUTPUT_CHARACTERS,
  PERSISTENT_TIMEOUT_MS,
  type PersistentCommandOutput,
  persistentCommandOperation,
} from "../../tools/index.js";
import { face } from "../face.js";

/** Anthropic's bash, `bash_20250124`: one shell for all commands of the session. */
export function bash() {
  return face(persistentCommandOperation, {
    name: "bash",
    description: `Runs a command in bash and returns its output, stdout and stderr together.

- All commands run in one shell: its folder, variables and functions persist. restart starts a new one.
- A command may take ${inSeconds(PERSISTENT_TIMEOUT_MS)}; then the shell is ended. Commands cannot read input.
- Only the last ${MAX_OUTPUT_CHARACTERS} characters of the output are shown.`,
    native: { anthropic: { type: "bash_20250124", name: "bash" } },
    inputSchema: z.object({
      command: z.string().describe("The command to run").optional(),
      restart: z.boolean().describe("Start a new shell").optional(),
    }),
    toInput: ({ command, restart }) => ({ command, restart }),
    toResult: bashText,
  });
}

const RESTARTED = "tool has been restarted.";

/** The words of Anthropic's reference implementation. */
function bashText(output: PersistentCommandOutput): string {
  if (output.restarted) return RESTARTED;
  const { exitCode, shellEnded, omitted, timeoutMs, isFirst } = output;
  const rows: string[] = isFirst === true ? [RESTARTED] : [];
  if (omitted !== undefined) rows.push("[Only the end of the output is shown.]");
  if (output.output !== "") rows.push(output.output);
  if (shellEnded && exitCode === undefined) {
    rows.push(
      `timed out: bash has not returned in ${timeoutMs / 1_000} seconds and must be restarted. The next command starts a new shell.`,
    );
  } else if (shellEnded) {
    rows.push(`bash has exited with returncode ${exitCode}. The next command starts a new shell.`);
  } else if (exitCode !== 0) rows.push(`[Exit code: ${exitCode}]`);
  return rows.join("\n");
}
