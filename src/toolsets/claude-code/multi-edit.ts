import * as z from "zod";
import { multiEditOperation } from "../../tools/index.js";
import { diffResult, editedText, linesText } from "../edited-text.js";
import { face } from "../face.js";
import { EDIT_WORDING } from "./edit-wording.js";

/** Claude Code's MultiEdit: several replacements in one file, in order. */
export function multiEdit() {
  return face(multiEditOperation, {
    name: "MultiEdit",
    description: `Makes several replacements in one file with a single call and shows what changed as one diff.

- The edits are made in order, each in the text that the one before left. The rules of Edit hold for each.
- All or nothing: if one edit fails, the file stays as it was, and you are told which edit it was and why.
- Prefer this to several calls of Edit on the same file.`,
    inputSchema: z.object({
      file_path: z.string().describe("Path of the file to change"),
      edits: z
        .array(
          z.object({
            file_path: z
              .string()
              .describe("May be left out. If given, it must be the file above.")
              .optional(),
            old_string: z.string().describe("The text to replace, as it stands in the file by then"),
            new_string: z.string().describe("The text to put in its place; must be different"),
            replace_all: z.boolean().default(false).describe("Replace every occurrence of old_string"),
          }),
        )
        .describe("The replacements to make, in order. At least one."),
    }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path, edits }) => ({
      path: file_path,
      edits: edits.map(({ file_path: path, old_string, new_string, replace_all }) => ({
        oldText: old_string,
        newText: new_string,
        replaceAll: replace_all,
        path,
      })),
      wording: EDIT_WORDING,
    }),
    toResult: diffResult,
    render: (result, { input, output }) => {
      const count = input.edits.length === 1 ? "1 edit" : `${input.edits.length} edits`;
      const made = `Made ${count} in ${output?.path ?? input.file_path}, ${linesText(result.lineRange)}.`;
      return editedText(made, result, output);
    },
  });
}
