import { type AnyTool, type FileSystem, type Shell, ToolError } from "../../contract/index.js";
import { defineTool, jsonSchema } from "../../schema/index.js";
import { createOutputAccumulator } from "../../truncation/index.js";
import { SOURCE_PREFIXES } from "../name-prefix.js";
import type { CandidateFile } from "./candidate-files.js";
import { readDescription } from "./program-description.js";
import { ACTION_VARIABLE, runProgramTool } from "./run-program-tool.js";

/** Maximum bytes of a description. A hundred times more than models can use. */
const MAX_DESCRIPTION_BYTES = 1_048_576;

/** Maximum characters of a failed program's error output in a report. */
const MAX_ERROR_CHARACTERS = 500;

/** A shell that runs programs. */
export type RunsPrograms = Required<Pick<Shell, "runProgram">>;

/** Dependencies of describing a program. */
export interface DescribeProgramOptions {
  readonly shell: RunsPrograms;
  readonly files: FileSystem;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Requests the description of a program (`TOOLBOX_ACTION=describe`) and creates a tool from it: named
 * `tb__name`, always of the kind `execute`, so that the approver is asked by default.
 *
 * Throws a `ToolError` or `ToolDefinitionError`.
 */
export async function describeProgram(
  candidate: CandidateFile,
  options: DescribeProgramOptions,
): Promise<AnyTool> {
  const { name, description, inputSchema, subagentTypes } = readDescription(
    await askProgram(candidate, options),
  );
  return defineTool({
    name: `${SOURCE_PREFIXES.toolbox}${name ?? candidate.name}`,
    description,
    inputSchema: jsonSchema(inputSchema),
    kind: "execute",
    source: "toolbox",
    metadata: { toolbox: { file: candidate.file, subagentTypes } },
    // Bounded while it is read, like the output of commands.
    truncation: false,
    execute: (input, context) => runProgramTool(candidate, input, context, options.files),
  }) as AnyTool;
}

/** Returns the output of the program. */
async function askProgram(
  { path }: CandidateFile,
  { shell, files, timeoutMs, signal }: DescribeProgramOptions,
): Promise<string> {
  const printed = createOutputAccumulator({ maxBytes: MAX_DESCRIPTION_BYTES, keep: "head" });
  const complaint = createOutputAccumulator({
    maxCharacters: MAX_ERROR_CHARACTERS,
    keep: "tail",
    truncateAt: "character",
  });
  let bytes = 0;
  const {
    exitCode,
    reason,
    signal: killedBy,
  } = await shell.runProgram({
    program: path,
    input: "",
    cwd: files.path.dirname(path),
    environment: { [ACTION_VARIABLE]: "describe" },
    timeoutMs,
    signal,
    onOutput: (chunk, stream) => {
      if (stream === "stderr") return complaint.write(chunk);
      bytes += chunk.length;
      // Throwing here stops the program immediately.
      if (bytes > MAX_DESCRIPTION_BYTES) throw tooLong();
      printed.write(chunk);
    },
  });
  if (reason === "abort") throw new ToolError("The discovery was cancelled.", { code: "cancelled" });
  if (reason !== "exit") {
    throw new ToolError(
      `It did not describe itself within ${timeoutMs} ms, so it was stopped. With TOOLBOX_ACTION=describe a program must print its description and exit.`,
      { code: "program-hangs" },
    );
  }
  if (exitCode !== 0) {
    const how =
      exitCode === null ? `was ended by ${killedBy ?? "a signal"}` : `ended with exit code ${exitCode}`;
    const { text } = complaint.finish();
    throw new ToolError(
      `It ${how} when it should have described itself${text.trim() === "" ? "." : `: ${text.trim()}`}`,
      { code: "program-failed" },
    );
  }
  return printed.finish().text;
}

function tooLong(): ToolError {
  return new ToolError(`Its description is longer than ${MAX_DESCRIPTION_BYTES} bytes, so it was stopped.`, {
    code: "too-much-output",
  });
}
