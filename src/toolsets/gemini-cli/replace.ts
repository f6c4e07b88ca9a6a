import * as z from "zod";
import { type EditWording, editOperation } from "../../tools/index.js";
import { type DiffResult, diffResult, editedText, placesText } from "../edited-text.js";
import { face } from "../face.js";

const WORDING: EditWording = {
  oldText: "old_string",
  newText: "new_string",
  replaceAll: "allow_multiple",
  createTool: "write_file",
  readTool: "read_file",
};

/** Result of replace. */
export interface GeminiCliReplaceResult extends DiffResult {}

/** gemini-cli's replace: one replacement in a file, or a new file if the old text is empty. */
export function replace() {
  return face(editOperation, {
    name: "replace",
    description: `Replaces a text in a file and returns the change as a diff.

- Read the file first. old_string must be exactly the text of the file, with white space and at least three lines around the change.
- old_string must match exactly one place. If it matches several, nothing is changed and the lines are listed: add surrounding lines, or set allow_multiple.
- An empty old_string creates a new file with new_string as content; the file must not exist yet.`,
    inputSchema: z.object({
      file_path: z.string().describe("Path of the file to change"),
      instruction: z.string().describe("What the change is for, in a sentence").optional(),
      old_string: z.string().describe("The text to replace, exactly as in the file"),
      new_string: z.string().describe("The replacement; must be different"),
      allow_multiple: z.boolean().default(false).describe("Replace every occurrence of old_string"),
    }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path, old_string, new_string, allow_multiple }) => ({
      path: file_path,
      oldText: old_string,
      newText: new_string,
      replaceAll: allow_multiple,
      emptyOldText: "create" as const,
      wording: WORDING,
    }),
    toResult: diffResult,
    render: (result, { input, output }) => {
      const path = output?.path ?? input.file_path;
      const changed = `Changed ${path}${placesText(result, output)}.`;
      return editedText(output?.created === true ? `Created ${path}.` : changed, result, output);
    },
  });
}
