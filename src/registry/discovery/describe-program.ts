import { type AnyTool, type FileSystem, type Shell, ToolError } from "../../contract/index.js";
import { defineTool, jsonSchema } from "../../schema/index.js";
import { createOutputAccumulator } from "../../truncation/index.js";
import { SOURCE_PREFIXES } from "../name-prefix.js";
import type { CandidateFile } from "./candidate-files.js";
import { readDescription } from "./program-description.js";
import { ACTION_VARIABLE, runProgramTool } from "./run-program-tool.js";

/** Bytes that a description may have. A hundred times more than models can use of one. */
const MAX_DESCRIPTION_BYTES = 1_048_576;

/** Characters of a failed program's error output that a report shows. */
const MAX_ERROR_CHARACTERS = 500;

/** A shell that runs programs. */
export type RunsPrograms = Required<Pick<Shell, "runProgram">>;

/** What describing a program takes. */
export interface DescribeProgramOptions {
  readonly shell: RunsPrograms;
  readonly files: FileSystem;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks a program what it is (`TOOLBOX_ACTION=describe`) and makes a tool of the answer: named `tb__name`, of the kind
 * `execute`, whatever the program says, so that permission is asked by default.
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
    metadata: { toolbox: { file: candidate.file, ...(subagentTypes !== undefined && { subagentTypes }) } },
    // Bounded where it is read, as the output of commands is.
    truncation: false,
    execute: (input, context) => runProgramTool(candidate, input, context, options.files),
  }) as AnyTool;
}

/** What the program prints. */
async function askProgram(
  { path }: CandidateFile,
  { shell, files, timeoutMs, signal }: DescribeProgramOptions,
): Promise<string> {
  const printed = createOutputAccumulator({ maxBytes: MAX_DESCRIPTION_BYTES, keep: "head" });
  const complaint = createOutputAccumulator({
    maxCharacters: MAX_ERROR_CHARACTERS,
    keep: "tail",
    cut: "character",
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
      // Thrown here it ends the program at once.
      if (bytes > MAX_DESCRIPTION_BYTES) throw tooLong();
      printed.write(chunk);
    },
  });
  if (reason === "abort") throw new ToolError("The discovery was cancelled.", { code: "cancelled" });
  if (reason !== "exit") {
    throw new ToolError(
      `It did not describe itself within ${timeoutMs} ms, so it was stopped. On TOOLBOX_ACTION=describe a program must print its description and end.`,
      { code: "program-hangs" },
    );
  }
  if (exitCode !== 0) {
    const how =
      exitCode === null ? `was ended by ${killedBy ?? "a signal"}` : `ended with exit code ${exitCode}`;
    const { text } = complaint.finish();
    throw new ToolError(
      `It ${how} when it was asked to describe itself${text.trim() === "" ? "." : `: ${text.trim()}`}`,
      { code: "program-failed" },
    );
  }
  return printed.finish().text;
}

function tooLong(): ToolError {
  return new ToolError(
    `It printed more than ${MAX_DESCRIPTION_BYTES} bytes when it was asked to describe itself, so it was stopped.`,
    { code: "too-much-output" },
  );
}
