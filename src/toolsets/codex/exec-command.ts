import * as z from "zod";
import { counted } from "../../text/index.js";
import { type JobReading, liveCommandOperation, prepareCommand } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";

/** Codex: DEFAULT_EXEC_YIELD_TIME_MS, MIN_YIELD_TIME_MS and MAX_YIELD_TIME_MS. */
const YIELD_MS = { default: 10_000, min: 250, max: 30_000 } as const;

/** Codex: DEFAULT_MAX_OUTPUT_TOKENS. */
const DEFAULT_MAX_OUTPUT_TOKENS = 10_000;

/** Codex estimates four bytes per token. */
const CHARACTERS_PER_TOKEN = 4;

/** Prefix of a job id, whose number is the id of Codex' session. */
export const JOB_PREFIX = "job-";

/** Result of Codex' exec_command and write_stdin. */
export interface CodexExecResult {
  /** stdout and stderr in order of arrival since the last result; only the end if it was too long. */
  readonly output: string;
  readonly wall_time_seconds: number;
  /** Absent while the process runs. */
  readonly exit_code?: number;
  /** For write_stdin; absent when the process has ended. */
  readonly session_id?: number;
}

/** Codex' exec_command: runs a command, and returns while it still runs if it takes long. */
export function execCommand() {
  return face(liveCommandOperation, {
    name: "exec_command",
    description: `Runs a command line in bash. Returns its output, stdout and stderr together, and its exit code, or a session_id if it still runs after yield_time_ms: read on, or write to it, with write_stdin.

- Set workdir instead of using cd.
- Wait longer for builds and tests: up to ${YIELD_MS.max} ms.
- With tty the standard input stays open for write_stdin; without it programs have none. No terminal is emulated.
- Change files with apply_patch, and look for text with rg rather than grep.`,
    inputSchema: z.object({
      cmd: z.string().describe("The command line to run"),
      workdir: folderParameter("Folder to run the command in. Default: the working directory."),
      yield_time_ms: z
        .number()
        .describe(`Milliseconds to wait for the command; default ${YIELD_MS.default}`)
        .optional(),
      max_output_tokens: maxOutputTokens(),
      tty: z.boolean().describe("Whether standard input stays open. Default false.").optional(),
      justification: z.string().describe("What the command is for, in one sentence").optional(),
    }),
    prepare: ({ cmd, workdir, ...rest }, environment) => {
      const prepared = prepareCommand({ command: cmd, cwd: workdir }, environment);
      return {
        ...rest,
        cmd: prepared.command,
        ...(prepared.cwd !== undefined && { workdir: prepared.cwd }),
      };
    },
    toInput: ({ cmd, workdir, yield_time_ms, max_output_tokens, tty = false, justification }) => ({
      command: cmd,
      cwd: workdir,
      description: justification,
      yieldMs: yieldMs(yield_time_ms, YIELD_MS),
      maxOutputCharacters: charactersOf(max_output_tokens),
      opensInput: tty,
      wording: { command: "cmd", cwd: "workdir" },
    }),
    toResult: execResult,
    render: execText,
  });
}

/** The parameter of the longest output. */
export function maxOutputTokens() {
  return z
    .number()
    .describe(`Tokens of output to return, the last ones; default ${DEFAULT_MAX_OUTPUT_TOKENS}`)
    .optional();
}

/** Returns the UTF-16 code units for a number of tokens. */
export function charactersOf(tokens: number = DEFAULT_MAX_OUTPUT_TOKENS): number {
  return Math.max(1, Math.trunc(Math.min(tokens, DEFAULT_MAX_OUTPUT_TOKENS))) * CHARACTERS_PER_TOKEN;
}

/** Returns a wait within the limits of Codex. */
export function yieldMs(
  asked: number | undefined,
  limits: { readonly default: number; readonly min: number; readonly max: number },
): number {
  return Math.min(limits.max, Math.max(limits.min, asked ?? limits.default));
}

/** Returns the id of the job of a session. */
export function jobIdOf(sessionId: number): string {
  return `${JOB_PREFIX}${sessionId}`;
}

/** Converts the reading of a job to Codex' result. */
export function execResult({
  jobId,
  output,
  omitted,
  savedTo,
  exitCode,
  ...job
}: JobReading): CodexExecResult {
  const rows: string[] = [];
  if (omitted !== undefined) {
    const where = savedTo === undefined ? "" : ` All of it is in ${savedTo}.`;
    rows.push(
      `[The first ${counted(omitted.bytes, "byte")} (${counted(omitted.lines, "line")}) of the output ${omitted.bytes === 1 ? "is" : "are"} not shown.${where}]`,
    );
  }
  if (job.message !== undefined) rows.push(job.message);
  return {
    output: [...rows, output].join("\n"),
    wall_time_seconds: Math.round(job.durationMs / 100) / 10,
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(job.status === "running" && { session_id: Number(jobId.slice(JOB_PREFIX.length)) }),
  };
}

/** Returns Codex' text of a result. */
export function execText({ output, wall_time_seconds, exit_code, session_id }: CodexExecResult): string {
  const rows = [`Wall time: ${wall_time_seconds} seconds`];
  if (exit_code !== undefined) rows.push(`Process exited with code ${exit_code}`);
  if (session_id !== undefined) rows.push(`Process running with session ID ${session_id}`);
  return [...rows, "Output:", output].join("\n");
}
