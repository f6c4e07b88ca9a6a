import * as z from "zod";
import { type JobReading, jobOutputOperation, killJobOperation, MAX_WAIT_MS } from "../../../tools/index.js";
import { face } from "../../face.js";

/** Milliseconds that TaskOutput waits by default (Claude Code). */
const DEFAULT_BLOCK_MS = 30_000;

const taskId = () => z.string().describe("The id that Bash returned for a background command");

/** Names of the parameter in earlier versions. */
const ID_ALIASES = { task_id: ["bash_id", "shell_id"] };

const WORDING = { jobId: "task_id", timeout: "timeout" };

/** Claude Code's TaskOutput: what a command in the background printed since it was last read. */
export function taskOutput() {
  return face(jobOutputOperation, {
    name: "TaskOutput",
    description: `Returns the new output of a background command since the last read, and its status. Waits for its end, unless block is false, for ${DEFAULT_BLOCK_MS} ms or as long as timeout says.`,
    inputSchema: z.object({
      task_id: taskId(),
      block: z.boolean().describe("Whether to wait for its end. Default true").optional(),
      timeout: z
        .number()
        .describe(`Milliseconds to wait; default ${DEFAULT_BLOCK_MS}, at most ${MAX_WAIT_MS}`)
        .optional(),
    }),
    aliases: ["BashOutput", "BashOutputTool"],
    parameterAliases: ID_ALIASES,
    toInput: ({ task_id, block, timeout }) => ({
      jobId: task_id,
      wait: block !== false,
      timeoutMs: timeout ?? DEFAULT_BLOCK_MS,
      wording: WORDING,
    }),
    toResult: jobText,
  });
}

/** Claude Code's TaskStop: ends a command in the background. */
export function taskStop() {
  return face(killJobOperation, {
    name: "TaskStop",
    description:
      "Ends a background command with all its processes, and returns its new output since the last read.",
    inputSchema: z.object({ task_id: taskId() }),
    aliases: ["KillShell", "KillBash"],
    parameterAliases: ID_ALIASES,
    toInput: ({ task_id }) => ({ jobId: task_id, wording: WORDING }),
    toResult: jobText,
  });
}

function jobText({ jobId, status, exitCode, output, omitted, savedTo, message }: JobReading): string {
  const rows = [`task_id: ${jobId}`, `status: ${status}`];
  if (exitCode !== undefined) rows.push(`exit code: ${exitCode}`);
  if (message !== undefined) rows.push(message);
  if (omitted !== undefined) {
    const where = savedTo === undefined ? "" : ` All of it is in ${savedTo}.`;
    rows.push(`[Only the end of the output is shown.${where}]`);
  }
  return [...rows, output === "" ? "[No new output.]" : output].join("\n");
}
