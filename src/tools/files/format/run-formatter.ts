import { type ToolContext, ToolError } from "../../../contract/index.js";
import { shellQuoted } from "../../../text/index.js";
import { createOutputAccumulator } from "../../../truncation/index.js";
import { plainOutput } from "../../shell/plain-output.js";
import { eslintOutcome } from "./eslint-outcome.js";
import { type FoundFormatter, programMissing } from "./find-formatter.js";

/** Bytes of a formatted text; source files do not get that large. */
const MAX_FORMATTED_BYTES = 67_108_864;

/** Characters of a formatter's error output that are returned. */
const MAX_COMPLAINT_CHARACTERS = 2_000;

/** Exit code of a shell that did not find the program. */
const COMMAND_NOT_FOUND = 127;

/** Result of a formatter for a text. */
export interface FormatterOutcome {
  /** Absent when the formatter did not change the text. */
  readonly text?: string | undefined;
  /** Its messages, for the model. */
  readonly remarks: readonly string[];
}

/** Returns the command that passes a file to its formatter and prints the formatted text, without writing anything. */
export function formatCommand(path: string, found: FoundFormatter): string {
  // Not `cat file |`: when the file cannot be opened, the formatter must not run on empty input and succeed.
  return `${programCommand(path, found)} < ${shellQuoted(path)}`;
}

function programCommand(path: string, { formatter, program, options }: FoundFormatter): string {
  return [program, ...formatter.arguments(path, options)].map(shellQuoted).join(" ");
}

/**
 * Runs a formatter over the content of a file without letting it write.
 *
 * The formatter receives the bytes that were read: if it read the file again, it could format content that has changed
 * by the time its text is compared. Where a shell does not pass input, the formatter reads the file; its caller must
 * then compare the content again.
 *
 * @throws ToolError `format-failed` with the formatter's own message, `formatter-missing` when the program is missing
 */
export async function runFormatter(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  found: FoundFormatter,
  context: ToolContext,
): Promise<FormatterOutcome> {
  const { name } = found.formatter;
  const formatted = new ByteCollector(MAX_FORMATTED_BYTES);
  const complaint = createOutputAccumulator({
    maxCharacters: MAX_COMPLAINT_CHARACTERS,
    keep: "head",
    truncateAt: "character",
  });
  const outcome = await context.shell.run({
    ...(context.shell.takesInput === true
      ? { command: programCommand(path, found), input: bytes }
      : { command: formatCommand(path, found) }),
    cwd: found.folder,
    signal: context.signal,
    onOutput: (chunk, stream) => (stream === "stdout" ? formatted.add(chunk) : complaint.write(chunk)),
  });
  context.signal.throwIfAborted();
  const words = plainOutput(complaint.finish().text).trim();
  if (outcome.exitCode === COMMAND_NOT_FOUND && !found.isLocal) throw programMissing(path, found);

  const text = formatted.text();
  if (text === undefined) {
    throw failed(
      path,
      `${name} printed more than ${MAX_FORMATTED_BYTES} bytes, or output that is not UTF-8.`,
    );
  }
  if (found.formatter.output === "eslint-json" && outcome.exitCode !== null && outcome.exitCode <= 1) {
    const result = eslintOutcome(text);
    if (result.refusal !== undefined) throw failed(path, `${name} could not read it: ${result.refusal}`);
    return { text: result.text, remarks: result.remarks };
  }
  if (outcome.exitCode !== 0) {
    const how = outcome.exitCode === null ? `signal ${outcome.signal}` : `exit code ${outcome.exitCode}`;
    throw failed(path, `${name} ended with ${how}${words === "" ? "." : `:\n${words}`}`);
  }
  return { text, remarks: words === "" ? [] : [`${name} says: ${words}`] };
}

/** Returns the error for a formatter that failed. */
export function failed(path: string, why: string): ToolError {
  return new ToolError(`${path} was not formatted or changed. ${why}`, {
    code: "format-failed",
    absolutePath: path,
  });
}

/** Collects all bytes of a stream, up to a limit. */
class ByteCollector {
  readonly #chunks: Uint8Array[] = [];
  readonly #maxBytes: number;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    if (this.#length <= this.#maxBytes) this.#chunks.push(chunk.slice());
  }

  /** Returns the text without a byte order mark; `undefined` when it is too long, or not UTF-8. */
  text(): string | undefined {
    if (this.#length > this.#maxBytes) return undefined;
    const bytes = new Uint8Array(this.#length);
    let position = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, position);
      position += chunk.length;
    }
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }
}
