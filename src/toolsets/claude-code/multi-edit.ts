import * as z from "zod";
import { multiEditOperation } from "../../tools/index.js";
import { diffResult, editedText, linesText } from "../edited-text.js";
import { face } from "../face.js";
import { EDIT_WORDING } from "./edit.js";

/** Claude Code's MultiEdit: several replacements in one file, in order. */
export function multiEdit() {
  return face(multiEditOperation, {
    name: "MultiEdit",
    description: `Makes several replacements in one file and returns the change as one diff.

- Edits are applied in order, each to the result of the previous one. The rules of Edit apply to each.
- All or nothing: if one edit fails, the file stays unchanged, and the error names the edit and the reason.
- Prefer this to several calls of Edit on the same file.`,
    inputSchema: z.object({
      file_path: z.string().describe("Path of the file to change"),
      edits: z
        .array(
          z.object({
            file_path: z.string().describe("Optional. If present, it must be the file above.").optional(),
            old_string: z.string().describe("The text to replace, exactly as in the file by then"),
            new_string: z.string().describe("The replacement; must be different"),
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
