import { type FileSystem, type ToolContext, ToolError } from "../../contract/index.js";
import { createOutputAccumulator } from "../../truncation/index.js";
import type { CandidateFile } from "./candidate-files.js";
import { fileVersion } from "./file-version.js";

/** Variable that tells a program its action: `describe` or `execute` (the Amp specification). */
export const ACTION_VARIABLE = "TOOLBOX_ACTION";

/**
 * Maximum characters of output for the model, from the end: the same as for a shell command (the Amp
 * specification).
 */
const MAX_PROGRAM_OUTPUT_CHARACTERS = 50_000;

/** Maximum characters of the error output for the model, from the end. */
const MAX_ERROR_OUTPUT_CHARACTERS = 10_000;

/**
 * Runs a program as a tool: the input is JSON on its standard input, its output is the result.
 *
 * Runs only the file that described itself: a file that changed since then is refused with
 * `changed-since-approval`, because it was not approved. An exit code other than 0 is `tool-failed`, with the
 * output. After an abort, returns the output so far. Memory is bounded for any output; the omitted part is
 * kept in the output store.
 */
export async function runProgramTool(
  { path, version, file }: CandidateFile,
  input: unknown,
  context: ToolContext,
  files: FileSystem,
): Promise<string> {
  const { shell } = context;
  if (shell.runProgram === undefined) {
    throw new ToolError("The shell of this runtime cannot run programs.", { code: "not-supported" });
  }
  const cwd = await files.resolve(context.cwd);
  if ((await fileVersion(files, path)) !== version) {
    throw new ToolError(
      `The program '${file}' was changed since it was loaded, so it was not run. The host must reload its tools first.`,
      { code: "changed-since-approval", absolutePath: file },
    );
  }
  const output = createOutputAccumulator({
    maxCharacters: MAX_PROGRAM_OUTPUT_CHARACTERS,
    keep: "tail",
    truncateAt: "character",
  });
  const complaint = createOutputAccumulator({
    maxCharacters: MAX_ERROR_OUTPUT_CHARACTERS,
    keep: "tail",
    truncateAt: "character",
  });
  const whole = context.outputs.open();
  let bytes = 0;
  const running = shell.runProgram({
    program: path,
    input: `${JSON.stringify(input)}\n`,
    cwd: cwd.path,
    environment: { [ACTION_VARIABLE]: "execute" },
    signal: context.signal,
    onOutput: (chunk, stream) => {
      if (stream === "stderr") return complaint.write(chunk);
      output.write(chunk);
      whole.append(chunk);
      bytes += chunk.length;
      context.progress({ completed: bytes });
    },
  });
  const {
    exitCode,
    reason,
    signal: killedBy,
  } = await running.catch(async (error: unknown) => {
    await whole.discard();
    throw error;
  });
  const printed = output.finish();
  const { text: errors } = complaint.finish();
  let missing = "";
  if (printed.truncated) {
    const { omittedBytes, omittedLines } = printed;
    const stored = await whole.finish();
    context.noteTruncation({ omittedBytes, omittedLines, ...(stored.kept && { savedTo: stored.path }) });
    missing = `[${omittedBytes} bytes before this are not shown. ${stored.kept ? `The full output is in ${stored.path}` : `The full output was not kept: ${stored.reason}`}.]\n`;
  } else {
    await whole.discard();
  }
  context.note({ file, exitCode, ...(killedBy !== undefined && { signal: killedBy }) });
  const text = `${missing}${printed.text}`;
  if (reason === "exit" && exitCode === 0) return text.trim() === "" ? saidNothing(errors) : text;
  if (reason !== "exit") return text;
  const how =
    exitCode === null ? `was ended by ${killedBy ?? "a signal"}` : `ended with exit code ${exitCode}`;
  const said = [errors.trim(), text.trim()].filter((each) => each !== "").join("\n");
  throw new ToolError(`The program ${how}${said === "" ? " and printed nothing." : `:\n${said}`}`, {
    code: "tool-failed",
  });
}

/** The result of a tool must not be empty. */
function saidNothing(errors: string): string {
  return errors.trim() === "" ? "The program succeeded and printed nothing." : errors;
}
