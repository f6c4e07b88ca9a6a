import * as z from "zod";
import {
  type CommandTimeouts,
  prepareCommand,
  type RunCommandOutput,
  runCommandOperation,
} from "../../tools/index.js";
import { commandLine } from "../command-line.js";
import { face } from "../face.js";

/** Codex: DEFAULT_EXEC_COMMAND_TIMEOUT_MS. */
const CODEX_COMMAND_TIMEOUTS: CommandTimeouts = { defaultMs: 10_000 };

/** UTF-16 code units of output that are returned: Codex' 10,000 tokens, at four per token. */
const MAX_OUTPUT_CHARACTERS = 40_000;

/** Exit code of a command that timed out (in Codex, as in `timeout`). */
const TIMEOUT_EXIT_CODE = 124;

/** Result of Codex' shell. */
export interface CodexShellResult {
  /** stdout and stderr in order of arrival; only the end if it was too long. */
  readonly output: string;
  readonly metadata: {
    /** 124 for a command that timed out, 128 plus the signal's number for one ended by a signal. */
    readonly exit_code: number;
    /** Rounded to a tenth of a second. */
    readonly duration_seconds: number;
  };
}

/** Codex' shell: runs a program with its arguments. */
export function shell() {
  return face(runCommandOperation, {
    name: "shell",
    description: `Runs a command and waits for it to end. Answers its exit code, its running time and its output, stdout and stderr together.

- command is the program and its arguments, one by one. For pipes, wildcards and variables use ["bash", "-lc", "the whole line"].
- Set workdir rather than using cd.
- A command may take ${CODEX_COMMAND_TIMEOUTS.defaultMs} ms, or as long as timeout_ms says. Then it is ended with everything it started: give builds and tests more.
- Of a long output the last ${MAX_OUTPUT_CHARACTERS} characters are shown.
- Change files with apply_patch, and look for text with rg rather than grep.`,
    inputSchema: z.object({
      command: z.array(z.string()).describe("The program to run, and its arguments"),
      workdir: z
        .string()
        .describe("Folder to run the command in. Default: the working directory.")
        .optional(),
      timeout_ms: z
        .number()
        .describe(`Milliseconds it may take; default ${CODEX_COMMAND_TIMEOUTS.defaultMs}`)
        .optional(),
    }),
    prepare: ({ command, workdir, ...rest }, environment) => {
      const line = commandLine(command);
      const prepared = prepareCommand({ command: line, cwd: workdir }, environment);
      return {
        ...rest,
        command: [prepared.command],
        ...(prepared.cwd !== undefined && { workdir: prepared.cwd }),
      };
    },
    toInput: ({ command, workdir, timeout_ms: timeoutMs }) => ({
      command: commandLine(command),
      timeouts: CODEX_COMMAND_TIMEOUTS,
      maxOutputCharacters: MAX_OUTPUT_CHARACTERS,
      wording: { command: "command", cwd: "workdir", timeout: "timeout_ms" },
      cwd: workdir,
      timeoutMs,
    }),
    toResult: (ended): CodexShellResult => ({
      output: outputText(ended),
      metadata: {
        exit_code: ended.reason === "timeout" ? TIMEOUT_EXIT_CODE : ended.exitCode,
        duration_seconds: Math.round(ended.durationMs / 100) / 10,
      },
    }),
    render: ({ output, metadata }) =>
      [
        `Exit code: ${metadata.exit_code}`,
        `Wall time: ${metadata.duration_seconds} seconds`,
        "Output:",
        output,
      ].join("\n"),
  });
}

function outputText({ output, omitted, reason, timeoutMs, durationMs }: RunCommandOutput): string {
  const rows: string[] = [];
  if (reason === "timeout") rows.push(`command timed out after ${timeoutMs ?? durationMs} milliseconds`);
  if (reason === "abort") rows.push("command ended because the call was cancelled");
  if (omitted !== undefined) {
    const { bytes, lines, savedTo, notKept } = omitted;
    const where =
      savedTo === undefined
        ? `The whole was not kept: ${notKept ?? "there is no place for it"}.`
        : `All of it is in ${savedTo}.`;
    rows.push(`[The first ${bytes} bytes (${lines} lines) of the output are not shown. ${where}]`);
  }
  return [...rows, output].join("\n");
}
