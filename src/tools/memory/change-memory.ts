import { type ToolContext, ToolError } from "../../contract/index.js";
import { insertOperation, LineOutOfRange } from "../editor/index.js";
import { createOperation, deleteOperation, moveOperation } from "../files/change/index.js";
import { DEFAULT_EDIT_WORDING, editingOperation } from "../files/edit/index.js";
import type { Operation } from "../operation.js";
import { requireWellFormed } from "../paths/index.js";
import {
  isMemoryRoot,
  locateMemory,
  MEMORY_ROOT,
  type MemoryFolder,
  memoryPath,
  missingMemory,
} from "./memory-path.js";

/** Lines before and after a change in the snippet that shows it. */
const SNIPPET_LINES = 2;
const NUMBER_WIDTH = 6;

/** A memory to change. */
export interface MemoryInput {
  readonly path: string;
  readonly folder: MemoryFolder;
}

/** Adds to an operation that the symlinks of its memory must not leave the folder, and the words of Anthropic's memory tool. */
function ofMemory<Input extends MemoryInput, InnerInput, Output>(
  operation: Operation<InnerInput, Output>,
  {
    toInput,
    check,
    toText,
    toError = (error) => error,
  }: {
    readonly toInput: (input: Input) => InnerInput;
    readonly check: (input: Input, context: ToolContext) => Promise<void>;
    readonly toText: (output: Output, input: Input) => string;
    readonly toError?: (error: unknown, input: Input) => unknown;
  },
): Operation<Input, string> {
  const { executionProfile, facts, preview, run, kind, annotations } = operation;
  return {
    kind,
    annotations,
    executionProfile: {
      resourceKeys: (input, environment) =>
        executionProfile.resourceKeys?.(toInput(input), environment) ?? [],
    },
    facts: (input, environment) => facts(toInput(input), environment),
    ...(preview && { preview: (input: Input, context: ToolContext) => preview(toInput(input), context) }),
    async run(input, context) {
      await check(input, context);
      try {
        return toText(await run(toInput(input), context), input);
      } catch (error) {
        throw toError(error, input);
      }
    },
  };
}

const exists = async ({ path, folder }: MemoryInput, context: ToolContext): Promise<void> => {
  const { stat } = await locateMemory(path, folder, context);
  if (stat === undefined) throw missingMemory(path);
  if (stat.type !== "file") throw new ToolError(`The path ${path} is not a file.`, { code: "not-a-file" });
};

/** Creates a memory; an existing one is never replaced. */
export const createMemoryOperation = ofMemory(createOperation, {
  toInput: ({ path, text, folder }: MemoryInput & { readonly text: string }) => ({
    path: memoryPath(path, folder),
    content: text,
    finalLineEnd: "as-given" as const,
    existing: "refuse" as const,
    contentName: "file_text",
  }),
  async check({ path, folder }, context) {
    const { stat } = await locateMemory(path, folder, context);
    if (stat !== undefined) throw memoryExists(path);
  },
  toText: (_output, { path }) => `File created successfully at: ${path}`,
  toError: (error, { path }) =>
    ToolError.isInstance(error) && error.code === "already-exists" ? memoryExists(path) : error,
});

function memoryExists(path: string): ToolError {
  return new ToolError(`Error: File ${path} already exists`, { code: "already-exists" });
}

/** A replacement in a memory. */
export interface ReplaceInMemoryInput extends MemoryInput {
  readonly oldText: string;
  readonly newText: string;
}

const exactReplacement = editingOperation(
  (input: { readonly path: string; readonly replacement: ReplaceInMemoryInput }) => {
    const { oldText, newText, path: shown } = input.replacement;
    return {
      wording: DEFAULT_EDIT_WORDING,
      creation: async () => undefined,
      async check() {
        requireWellFormed(newText, "new_str");
        return input.path;
      },
      async edit({ text }) {
        const at = text.indexOf(oldText);
        if (oldText === "" || at === -1) {
          throw new ToolError(
            `No replacement was performed, old_str \`${oldText}\` did not appear verbatim in ${shown}.`,
            { code: "no-match" },
          );
        }
        const lines = linesOf(text, oldText);
        if (text.indexOf(oldText, at + 1) !== -1) {
          throw new ToolError(
            `No replacement was performed. Multiple occurrences of old_str \`${oldText}\` in lines: ${lines.join(", ")}. Please ensure it is unique`,
            { code: "multiple-matches" },
          );
        }
        const content = text.slice(0, at) + newText + text.slice(at + oldText.length);
        const made = { snippet: snippet(content, lines[0] ?? 1) };
        return { content, spans: [{ start: at, end: at + oldText.length }], warnings: [], made };
      },
    };
  },
);

/** Replaces a text that is in a memory exactly once. */
export const replaceInMemoryOperation = ofMemory(exactReplacement, {
  toInput: (replacement: ReplaceInMemoryInput) => ({
    path: memoryPath(replacement.path, replacement.folder),
    replacement,
  }),
  check: exists,
  toText: ({ snippet: shown }) =>
    `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${shown}`,
});

/** Inserts lines into a memory. */
export const insertInMemoryOperation = ofMemory(insertOperation, {
  toInput: ({
    path,
    folder,
    line,
    text,
  }: MemoryInput & { readonly line: number; readonly text: string }) => ({
    path: memoryPath(path, folder),
    line,
    text,
    wording: { newText: "insert_text" },
  }),
  check: exists,
  toText: (_output, { path }) => `The file ${path} has been edited.`,
  toError: (error) =>
    error instanceof LineOutOfRange
      ? new ToolError(
          `Error: Invalid \`insert_line\` parameter: ${error.line}. It should be within the range of lines of the file: [0, ${error.lines}]`,
          { code: error.code },
        )
      : error,
});

/** Deletes a memory, or a folder of memories with everything in it. */
export const deleteMemoryOperation = ofMemory(deleteOperation, {
  toInput: ({ path, folder }: MemoryInput) => ({ path: memoryPath(path, folder), recursive: true }),
  async check(input, context) {
    requireNoRoot(input.path, "delete");
    await requireExisting(input, context);
  },
  toText: (_output, { path }) => `Successfully deleted ${path}`,
});

/** Renames a memory, or a folder of memories; an existing one is never replaced. */
export const renameMemoryOperation = ofMemory(moveOperation, {
  toInput: ({ path, destination, folder }: MemoryInput & { readonly destination: string }) => ({
    source: memoryPath(path, folder),
    destination: memoryPath(destination, folder),
  }),
  async check(input, context) {
    const { path, destination, folder } = input;
    requireNoRoot(path, "rename");
    const { stat } = await locateMemory(destination, folder, context, "keep");
    if (stat !== undefined) throw destinationExists(destination);
    await requireExisting(input, context);
  },
  toText: (_output, { path, destination }) => `Successfully renamed ${path} to ${destination}`,
  toError: (error, { destination }) =>
    ToolError.isInstance(error) && error.code === "already-exists" ? destinationExists(destination) : error,
});

function destinationExists(destination: string): ToolError {
  return new ToolError(`Error: The destination ${destination} already exists`, { code: "already-exists" });
}

function requireNoRoot(path: string, verb: string): void {
  if (!isMemoryRoot(path)) return;
  throw new ToolError(`Cannot ${verb} the ${MEMORY_ROOT} directory itself`, { code: "protected-path" });
}

async function requireExisting({ path, folder }: MemoryInput, context: ToolContext): Promise<void> {
  const { stat } = await locateMemory(path, folder, context, "keep");
  if (stat === undefined) throw new ToolError(`The path ${path} does not exist`, { code: "not-found" });
}

/** Returns the numbers of the lines in which a text begins. */
function linesOf(text: string, part: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    for (let end = text.indexOf("\n", counted); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) {
      line += 1;
      counted = end + 1;
    }
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}

function snippet(text: string, line: number): string {
  const lines = text.split("\n");
  const start = Math.max(0, line - 1 - SNIPPET_LINES);
  return lines
    .slice(start, line + SNIPPET_LINES)
    .map((each, index) => `${String(start + index + 1).padStart(NUMBER_WIDTH)}\t${each}`)
    .join("\n");
}
