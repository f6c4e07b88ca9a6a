import * as z from "zod";
import { ToolError } from "../../contract/index.js";
import { shellQuoted } from "../../text/index.js";
import { type RunCommandInput, type RunCommandOutput, runCommandOperation } from "../../tools/index.js";
import { commandLine } from "../command-line.js";
import { face } from "../face.js";

/** Result of OpenAI's local_shell, in the form that Codex returned. */
export interface OpenAILocalShellResult {
  /** Both streams in order of arrival. */
  readonly output: string;
  readonly metadata: { readonly exit_code: number; readonly duration_seconds: number };
}

/** A name that a shell accepts in an assignment. */
const VARIABLE = /^[A-Za-z_]\w*$/;

/** OpenAI's local_shell: runs a program with arguments. */
export function localShell() {
  return face(runCommandOperation, {
    name: "local_shell",
    description: `Runs a program with arguments and waits for it to end. Returns its output and its exit code; an exit code other than 0 is not an error.

- ["bash", "-lc", "..."] runs a script. Calls share no state.`,
    native: { openai: { type: "local_shell" } },
    inputSchema: z.object({
      command: z.array(z.string()).min(1).describe("The program and its arguments"),
      env: z.record(z.string(), z.string()).describe("Variables to set for it").optional(),
      timeout_ms: z.number().describe("Milliseconds it may take. Default: no limit").optional(),
      working_directory: z
        .string()
        .describe("Folder to run it in. Default: the working directory")
        .optional(),
      user: z.string().describe("Must be absent: commands run as the current user").optional(),
    }),
    toInput: ({ command, env = {}, timeout_ms, working_directory, user }): RunCommandInput => {
      if (user !== undefined && user !== "") {
        throw new ToolError("user cannot be set: commands run as the current user.", {
          code: "invalid-input",
        });
      }
      return {
        command: [...Object.entries(env).map(assignment), commandLine(command)].join(" "),
        cwd: working_directory,
        timeoutMs: timeout_ms,
        wording: { command: "command", cwd: "working_directory", timeout: "timeout_ms" },
      };
    },
    toResult: ({ output, exitCode, durationMs }: RunCommandOutput): OpenAILocalShellResult => ({
      output,
      metadata: { exit_code: exitCode, duration_seconds: Math.round(durationMs / 100) / 10 },
    }),
  });
}

function assignment([name, value]: readonly [string, string]): string {
  if (VARIABLE.test(name)) return `export ${name}=${shellQuoted(value)};`;
  throw new ToolError(`env has the name ${JSON.stringify(name)}, which no shell accepts.`, {
    code: "invalid-input",
  });
}
