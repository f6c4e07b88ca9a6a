import * as z from "zod";
import { MEMORY_ROOT, type MemoryCommand, type MemoryFolder, memoryOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { required } from "./required.js";

/** The folder of the memories in the session's cwd. */
const DEFAULT_DIRECTORY = "memories";

/** Options of {@link memoryTool}. */
export interface MemoryToolOptions {
  /**
   * The folder of the memories: relative to the session's cwd, absolute, or below `~/`. Outside of the roots, every call asks.
   * Default `"memories"`.
   */
  readonly directory?: string;
}

/**
 * Creates Anthropic's memory tool, `memory_20250818`, for another folder than `memories` in the working directory.
 *
 * @example
 * const runtime = createToolRuntime({ toolset: "none", tools: [memoryTool({ directory: ".agent/memories" })] });
 */
export function memoryTool({ directory = DEFAULT_DIRECTORY }: MemoryToolOptions = {}) {
  const folder: MemoryFolder = { directory };
  return face(memoryOperation, {
    name: "memory",
    description: `Notes that persist between conversations: files below ${MEMORY_ROOT}.

- view shows a file, or the names in a folder. create writes a new file.
- str_replace replaces old_str, which must be in the file exactly once. insert adds insert_text after line insert_line.
- delete removes a file or a folder. rename moves old_path to new_path.`,
    native: { anthropic: { type: "memory_20250818", name: "memory" } },
    inputSchema: z.object({
      command: z
        .enum(["view", "create", "str_replace", "insert", "delete", "rename"])
        .describe("The command to carry out"),
      path: z.string().describe(`A path below ${MEMORY_ROOT}; not for rename`).optional(),
      view_range: z.array(z.int()).length(2).describe("view: first and last line, from 1").optional(),
      file_text: z.string().describe("create: the content of the file").optional(),
      old_str: z.string().describe("str_replace: the text to replace").optional(),
      new_str: z.string().describe("str_replace: the replacement. Default: nothing").optional(),
      insert_line: z.int().describe("insert: the line after which the text is inserted").optional(),
      insert_text: z.string().describe("insert: the text").optional(),
      old_path: z.string().describe("rename: the present path").optional(),
      new_path: z.string().describe("rename: the new path").optional(),
    }),
    toInput: (input) => ({ ...commandOf(input), folder }),
    toResult: (text) => text,
  });
}

/** The parameters of the tool. */
interface MemoryParameters {
  readonly command: "view" | "create" | "str_replace" | "insert" | "delete" | "rename";
  readonly path?: string | undefined;
  readonly view_range?: readonly number[] | undefined;
  readonly file_text?: string | undefined;
  readonly old_str?: string | undefined;
  readonly new_str?: string | undefined;
  readonly insert_line?: number | undefined;
  readonly insert_text?: string | undefined;
  readonly old_path?: string | undefined;
  readonly new_path?: string | undefined;
}

function commandOf(input: MemoryParameters): MemoryCommand {
  const path = input.command === "rename" ? "" : required(input, "path");
  switch (input.command) {
    case "view": {
      const [first = 1, last = -1] = input.view_range ?? [];
      return { command: "view", path, ...(input.view_range && { range: [first, last] as const }) };
    }
    case "create":
      return { command: "create", path, text: required(input, "file_text") };
    case "str_replace":
      return { command: "replace", path, oldText: required(input, "old_str"), newText: input.new_str ?? "" };
    case "insert":
      return {
        command: "insert",
        path,
        line: required(input, "insert_line"),
        text: required(input, "insert_text"),
      };
    case "delete":
      return { command: "delete", path };
    case "rename":
      return {
        command: "rename",
        path: input.old_path ?? required(input, "old_path"),
        destination: required(input, "new_path"),
      };
  }
}
