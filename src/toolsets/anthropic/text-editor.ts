import * as z from "zod";
import type { FilePart, ImagePart } from "../../contract/index.js";
import {
  LineOutOfRange,
  type ReadText,
  type TextEditorInput,
  type TextEditorOutput,
  textEditorOperation,
} from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";
import { lineSpan, MEDIA_PARTS, namesText, noteRows, textRows } from "../read-parts.js";
import { required } from "./required.js";

/** The sentences of Anthropic's page of the tool. */
const SENTENCES = {
  replaced: "Successfully replaced text at exactly one location.",
  notFound: "Error: File not found",
  noMatch: "Error: No match found for replacement. Please check your text and try again.",
  ambiguous: (places: number) =>
    `Error: Found ${places} matches for replacement text. Please provide more context to make a unique match.`,
  noPermission: "Error: Permission denied. Cannot write to file.",
} as const;

const WORDING = {
  createTool: "create",
  readTool: "view",
  notFound: SENTENCES.noMatch,
  ambiguous: SENTENCES.ambiguous,
} as const;

/** The model's names for what a view refers to. */
const VIEW_WORDING = { range: "view_range", shellTool: "bash" } as const;

/** Anthropic's text editor, `text_editor_20250728`. */
export function textEditor() {
  return face(textEditorOperation, {
    name: "str_replace_based_edit_tool",
    description: `Views, creates and edits text files.

- view shows a file with line numbers, or the names in a folder; view_range requests lines, and -1 as the last one means the end.
- str_replace replaces old_str, which must be in the file exactly once, by new_str.
- create writes a file with file_text. insert adds insert_text after line insert_line; 0 is the beginning.`,
    native: { anthropic: { type: "text_editor_20250728", name: "str_replace_based_edit_tool" } },
    inputSchema: z.object({
      command: z.enum(["view", "str_replace", "create", "insert"]).describe("The command to carry out"),
      path: z.string().describe("Path of the file; of a folder for view"),
      view_range: z.array(z.int()).length(2).describe("view: first and last line, from 1").optional(),
      old_str: z.string().describe("str_replace: the text to replace").optional(),
      new_str: z.string().describe("str_replace: the replacement. Default: nothing").optional(),
      file_text: z.string().describe("create: the content of the file").optional(),
      insert_line: z.int().describe("insert: the line after which the text is inserted").optional(),
      insert_text: z.string().describe("insert: the text").optional(),
    }),
    toInput: (input): TextEditorInput => {
      const { path, view_range: range } = input;
      switch (input.command) {
        case "view":
          return { command: "view", path, ...(range && { range: rangeOf(range) }), wording: VIEW_WORDING };
        case "create":
          return { command: "create", path, text: required(input, "file_text") };
        case "str_replace": {
          const { new_str: newText = "" } = input;
          const oldText = required(input, "old_str");
          return { command: "replace", path, oldText, newText, wording: WORDING };
        }
        case "insert": {
          // Models of this tool send new_str as well, which its page named for a while.
          const text = input.insert_text ?? input.new_str ?? required(input, "insert_text");
          return { command: "insert", path, line: required(input, "insert_line"), text, wording: WORDING };
        }
      }
    },
    toError: ({ code, message, ...error }) => {
      if (error instanceof LineOutOfRange) return `Error: ${message}`;
      if (code === "not-found") return SENTENCES.notFound;
      if (code === "access-denied") return SENTENCES.noPermission;
      return message.startsWith("Error: ") ? message : `Error: ${message}`;
    },
    toResult: editorResult,
    render: (result) => (typeof result === "string" ? result : [result]),
  });
}

/** Returns a range in which -1 means the end of the file. */
function rangeOf([first = 1, last = -1]: readonly number[]): readonly [number, number] {
  return [first, last === -1 ? Number.POSITIVE_INFINITY : last];
}

function editorResult(
  output: TextEditorOutput,
  { path }: { readonly path: string },
): string | ImagePart | FilePart {
  switch (output.command) {
    case "view":
      return viewed(output);
    case "create": {
      const { existed, guidance } = output.created;
      const done = existed
        ? `File overwritten successfully at: ${path}`
        : `File created successfully at: ${path}`;
      return [done, ...guidanceNotices(guidance)].join("\n");
    }
    case "replace":
      return editedText(SENTENCES.replaced, output.edited);
    case "insert":
      return editedText(`The file ${path} has been edited.`, output.edited);
  }
}

function editedText(
  done: string,
  {
    warnings,
    guidance,
  }: Pick<Extract<TextEditorOutput, { command: "insert" }>["edited"], "warnings" | "guidance">,
): string {
  return [done, ...warnings, ...guidanceNotices(guidance)].join("\n");
}

function viewed({ read }: Extract<TextEditorOutput, { command: "view" }>): string | ImagePart | FilePart {
  switch (read.type) {
    case "text":
      return numbered(read);
    case "directory":
      return namesText(read, (truncation) =>
        truncation === undefined ? [] : [`[To continue, use view_range [${truncation.next.startLine}, -1].]`],
      );
    case "image":
      return MEDIA_PARTS.image(read);
    case "document":
      return MEDIA_PARTS.document(read);
  }
}

function numbered(read: ReadText): string {
  const rows = textRows(read, {
    mark: " ... [line truncated]",
    write: (line, number) => `${number}: ${line}`,
  });
  const { truncation, guidance } = read;
  const notice =
    truncation === undefined
      ? []
      : [
          `[Lines ${lineSpan(read)} are shown. To continue, use view_range [${truncation.next.startLine}, -1].]`,
        ];
  return [...rows, ...notice, ...noteRows(read), ...guidanceNotices(guidance)].join("\n");
}
