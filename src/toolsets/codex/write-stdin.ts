import * as z from "zod";
import { writeToCommandOperation } from "../../tools/index.js";
import { face } from "../face.js";
import {
  charactersOf,
  execResult,
  execText,
  JOB_PREFIX,
  jobIdOf,
  maxOutputTokens,
  yieldMs,
} from "./exec-command.js";

/** Codex: the waits of write_stdin with text. */
const WRITE_MS = { default: 250, min: 250, max: 30_000 } as const;

/** Codex: the waits of write_stdin without text: MIN_EMPTY_YIELD_TIME_MS and its maximum. */
const READ_MS = { default: 5_000, min: 5_000, max: 300_000 } as const;

/** Codex' write_stdin: writes to a process of exec_command, or only reads its output. */
export function writeStdin() {
  return face(writeToCommandOperation, {
    name: "write_stdin",
    description: `Writes to the standard input of a process that exec_command left running, and returns the output since the last result.

- Leave chars empty to wait for more output: at least ${READ_MS.min} ms, at most ${READ_MS.max} ms.
- Only a process that was started with tty takes input; end a line with \\n. \\u0003 ends the process.`,
    inputSchema: z.object({
      session_id: z.number().describe("The session_id of the process"),
      chars: z.string().describe("Text to write; empty to only read").optional(),
      yield_time_ms: z.number().describe("Milliseconds to wait for output").optional(),
      max_output_tokens: maxOutputTokens(),
    }),
    toInput: ({ session_id, chars = "", yield_time_ms, max_output_tokens }) => ({
      jobId: jobIdOf(session_id),
      text: chars,
      yieldMs: yieldMs(yield_time_ms, chars === "" ? READ_MS : WRITE_MS),
      maxOutputCharacters: charactersOf(max_output_tokens),
      wording: { jobId: "session_id", idPrefix: JOB_PREFIX, opensInput: "tty" },
    }),
    toResult: execResult,
    render: execText,
  });
}
