import {
  CLAUDE_CODE_COMMAND_TIMEOUTS,
  MAX_OUTPUT_CHARACTERS,
  prepareCommand,
  type RunCommandOutput,
  type ShellCommandOutput,
  shellCommandOperation,
} from "../../tools/index.js";
import { type FaceEnvironment, face } from "../face.js";
import { waysToRead } from "../ways-to-read.js";
import { commandInput, commandParameters } from "./command-parameters.js";

const { defaultMs, maxMs } = CLAUDE_CODE_COMMAND_TIMEOUTS;

/** Result of Claude Code's Bash. */
export interface ClaudeCodeBashResult {
  /** 128 plus the signal's number for a command ended by a signal. */
  readonly exitCode: number;
  /** Output; only its end if it was too long. */
  readonly stdout: string;
  readonly stderr: string;
  readonly signal?: string;
  /** Why the command was ended early. */
  readonly ended?: "timeout" | "inactivity" | "abort";
}

/** Result of Claude Code's Bash for a command in the background. */
export interface ClaudeCodeBackgroundResult {
  /** For TaskOutput and TaskStop. */
  readonly backgroundTaskId: string;
}

/** Claude Code's Bash: runs a command with a time limit, or starts one in the background. */
export function bash() {
  return face(shellCommandOperation, {
    name: "Bash",
    description: `Runs a command in bash and waits for it to end. Returns its exit code, stdout and stderr; an exit code other than 0 is not an error.

- A command may take ${defaultMs} ms, or as long as timeout says, ${maxMs} ms at most. Then it is ended with all its processes, and the result contains its output so far.
- Calls share no state: cd and variables do not persist. Pass the folder as cwd.
- Of stdout and of stderr only the last ${MAX_OUTPUT_CHARACTERS} characters are shown.
- Commands cannot read input. Nothing keeps running afterwards, except with run_in_background: the result is then an id for TaskOutput and TaskStop.
- Prefer Read, Grep, Glob and Edit to cat, grep, find and sed.`,
    inputSchema: commandParameters({ command: "The command to run" }),
    prepare: ({ command, cwd, ...rest }, environment) => ({
      ...rest,
      ...prepareCommand({ command, cwd }, environment),
    }),
    toInput: commandInput,
    toResult: commandResult,
    render: bashText,
  });
}

/** Converts the output of a command to the result of Claude Code. */
export function commandResult(output: ShellCommandOutput): ClaudeCodeBashResult | ClaudeCodeBackgroundResult {
  return output.mode === "wait" ? bashResult(output.ended) : { backgroundTaskId: output.job.jobId };
}

function bashResult({ exitCode, stdout, stderr, signal, reason }: RunCommandOutput): ClaudeCodeBashResult {
  return {
    exitCode,
    stdout: stdout?.text ?? "",
    stderr: stderr?.text ?? "",
    ...(signal !== undefined && { signal }),
    ...(reason !== "exit" && { ended: reason }),
  };
}

/** Returns the text of Claude Code for a command that ended or was started in the background. */
export function bashText(
  result: ClaudeCodeBashResult | ClaudeCodeBackgroundResult,
  { output: whole, offers }: { readonly output: ShellCommandOutput | undefined } & FaceEnvironment,
): string {
  if ("backgroundTaskId" in result) {
    const remedy = offers("TaskOutput") ? " Read its output with TaskOutput." : "";
    return `Command running in background with ID: ${result.backgroundTaskId}.${remedy}`;
  }
  const { exitCode, stdout, stderr, signal, ended } = result;
  const output = whole?.mode === "wait" ? whole.ended : undefined;
  const rows = [`Exit code: ${exitCode}${signal === undefined ? "" : ` (${signal})`}`];
  if (ended === "timeout") {
    rows.push(
      `[The command was ended because it took longer than ${output?.timeoutMs ?? defaultMs} ms. If it needs more, set timeout, ${maxMs} at most.]`,
    );
  }
  if (output?.omitted !== undefined) {
    const { savedTo, notKept } = output.omitted;
    const where =
      savedTo === undefined
        ? `It was not kept: ${notKept ?? "no output store is available"}.`
        : `All of it is in ${savedTo}${waysToRead({ search: "Grep", read: "Read", part: "offset and limit" }, offers)}.`;
    rows.push(`[Only the end of the output is shown. ${where}]`);
  }
  if (stdout !== "") rows.push(stream("stdout", stdout));
  if (stderr !== "") rows.push(stream("stderr", stderr));
  if (stdout === "" && stderr === "") rows.push("[It printed nothing.]");
  return rows.join("\n");
}

/** Wraps a text in an element that no part of the text can close. */
function stream(name: "stdout" | "stderr", text: string): string {
  const inner = text.replace(/<\/(?=\s*(?:stdout|stderr)\b)/gi, "<\\/");
  return `<${name}>\n${inner.replace(/\n$/, "")}\n</${name}>`;
}
