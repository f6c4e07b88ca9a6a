import { type FileSystem, type ToolContext, ToolError } from "../../contract/index.js";
import { createOutputAccumulator } from "../../truncation/index.js";
import type { CandidateFile } from "./candidate-files.js";
import { fileVersion } from "./file-version.js";

/** Tells a program what to do: `describe` or `execute` (seed 001). */
export const ACTION_VARIABLE = "TOOLBOX_ACTION";

/** Characters of output that a model sees, from the end: as many as of a shell command (seed 000). */
const MAX_PROGRAM_OUTPUT_CHARACTERS = 50_000;

/** Characters of the error output that a model sees, from the end. */
const MAX_ERROR_OUTPUT_CHARACTERS = 10_000;

/**
 * Runs a program as a tool: the input as JSON on its standard input, what it prints as the result.
 *
 * Only the file that described itself is run: one that was changed since is refused with `changed-since-approval`, because
 * nobody has looked at it. An exit code other than 0 is `tool-failed`, with what was printed. After an abort the output so far is
 * given. Memory is bounded whatever it prints; what is left out is kept in the store of outputs.
 */
export async function runProgramTool(
  { path, version, file }: CandidateFile,
  input: unknown,
  context: ToolContext,
  files: FileSystem,
): Promise<string> {
  const { shell } = context;
  if (shell.runProgram === undefined) {
    throw new ToolError("The shell of this runtime runs no programs.", { code: "not-supported" });
  }
  const cwd = await files.resolve(context.cwd);
  if ((await fileVersion(files, path)) !== version) {
    throw new ToolError(
      `The program '${file}' was changed since it was loaded, so it has not run. The host has to reload its tools first.`,
      { code: "changed-since-approval", absolutePath: file },
    );
  }
  const output = createOutputAccumulator({
    maxCharacters: MAX_PROGRAM_OUTPUT_CHARACTERS,
    keep: "tail",
    cut: "character",
  });
  const complaint = createOutputAccumulator({
    maxCharacters: MAX_ERROR_OUTPUT_CHARACTERS,
    keep: "tail",
    cut: "character",
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
    missing = `[${omittedBytes} bytes before this are not shown. ${stored.kept ? `The whole output is in ${stored.path}` : `The whole output was not kept: ${stored.reason}`}.]\n`;
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

/** No answer of a tool is empty. */
function saidNothing(errors: string): string {
  return errors.trim() === "" ? "The program ended well and printed nothing." : errors;
}
