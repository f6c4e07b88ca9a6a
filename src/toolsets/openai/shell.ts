import * as z from "zod";
import {
  MAX_OUTPUT_CHARACTERS,
  type RunCommandInput,
  type RunCommandOutput,
  runCommandOperation,
} from "../../tools/index.js";
import { face } from "../face.js";

/** Result of one command, in the form of OpenAI's `shell_call_output`. */
export interface OpenAIShellResult {
  /** Only the end of each stream if it was too long. */
  readonly stdout: string;
  readonly stderr: string;
  readonly outcome: { readonly type: "exit"; readonly exit_code: number } | { readonly type: "timeout" };
}

/** OpenAI's shell with a local environment. A call with several commands is one call of this tool for each. */
export function shell() {
  return face(runCommandOperation, {
    name: "shell",
    description: `Runs a command in bash and waits for it to end. Returns stdout, stderr and the exit code; an exit code other than 0 is not an error.

- Calls share no state: cd and variables do not persist.
- timeout_ms limits its time. Of each stream only the last max_output_length characters are returned, ${MAX_OUTPUT_CHARACTERS} at most.`,
    native: { openai: { type: "shell", environment: { type: "local" } } },
    inputSchema: z.object({
      command: z.string().describe("The command to run"),
      timeout_ms: z.number().describe("Milliseconds it may take. Default: no limit").optional(),
      max_output_length: z.number().describe("Characters of each stream to return").optional(),
    }),
    toInput: ({ command, timeout_ms, max_output_length }): RunCommandInput => ({
      command,
      streams: "separate",
      timeoutMs: timeout_ms,
      maxOutputCharacters: charactersOf(max_output_length),
      wording: { command: "command", timeout: "timeout_ms" },
    }),
    toResult: shellResult,
    render: shellText,
  });
}

/** Returns the length of an output within the limit. */
function charactersOf(asked: number = MAX_OUTPUT_CHARACTERS): number {
  return Math.max(1, Math.trunc(Math.min(asked, MAX_OUTPUT_CHARACTERS)));
}

function shellResult({ stdout, stderr, exitCode, reason }: RunCommandOutput): OpenAIShellResult {
  return {
    stdout: stdout?.text ?? "",
    stderr: stderr?.text ?? "",
    outcome: reason === "timeout" ? { type: "timeout" } : { type: "exit", exit_code: exitCode },
  };
}

function shellText({ stdout, stderr, outcome }: OpenAIShellResult): string {
  const end = outcome.type === "timeout" ? "[The command took too long.]" : `Exit code: ${outcome.exit_code}`;
  return [end, ...(stdout === "" ? [] : [stdout]), ...(stderr === "" ? [] : ["stderr:", stderr])].join("\n");
}
