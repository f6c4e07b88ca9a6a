import * as z from "zod";
import { type EditWording, editOperation } from "../../tools/index.js";
import { type DiffResult, diffResult, editedText, placesText } from "../edited-text.js";
import { face } from "../face.js";

/** Claude Code's Edit: one replacement in a file that was read. */
export function edit() {
  return face(editOperation, {
    name: "Edit",
    description: `Replaces a text in a file and returns the change as a diff.

- Read the file first, and copy old_string from it exactly, with indentation and without line numbers. Never write it from memory.
- old_string must match exactly one place. If it matches several, nothing is changed and the lines are listed: add surrounding lines, or set replace_all.
- If something else changed the file since you read it, your edit is merged with these changes. If both changed the same lines, nothing is written: read the file again.
- For a new file use Write; for several changes of one file use MultiEdit.`,
    inputSchema: z.object({
      file_path: z.string().describe("Path of the file to change"),
      old_string: z.string().describe("The text to replace, exactly as in the file"),
      new_string: z.string().describe("The replacement; must be different"),
      replace_all: z.boolean().default(false).describe("Replace every occurrence of old_string"),
    }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path, old_string, new_string, replace_all }) => ({
      path: file_path,
      oldText: old_string,
      newText: new_string,
      replaceAll: replace_all,
      wording: EDIT_WORDING,
    }),
    toResult: diffResult,
    render: (result, { input, output }) => {
      const edited = `Edited ${output?.path ?? input.file_path}${placesText(result, output)}.`;
      return editedText(edited, result, output);
    },
  });
}

/** Terms of this toolset in refusals of an edit. */
export const EDIT_WORDING: EditWording = {
  oldText: "old_string",
  newText: "new_string",
  replaceAll: "replace_all",
  createTool: "Write",
  readTool: "Read",
};

/** Result of Edit and MultiEdit. */
export interface ClaudeCodeEditResult extends DiffResult {}
