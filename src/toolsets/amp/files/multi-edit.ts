import * as z from "zod";
import { multiEditOperation } from "../../../tools/index.js";
import { type DiffResult, diffResult, editedText, linesText } from "../../edited-text.js";
import { face } from "../../face.js";
import { EDIT_NAMES, ownNames, PATH_NAMES } from "../parameter-names.js";

/** Result of multi_edit: like edit_file, for all edits together. */
export interface AmpMultiEditResult extends DiffResult {}

const edit = () =>
  z.object({
    path: z.string().describe("Optional. If present, it must be the file above.").optional(),
    old_str: z.string().describe("Text to search for. Must match exactly."),
    new_str: z.string().describe("Text to replace old_str with."),
    replace_all: z.boolean().default(false).describe("Replace all occurrences of old_str"),
  });

// Other names are accepted in the list too, to which the tool's parameter aliases do not apply.
const namedEdit = () =>
  z.preprocess(
    (value) => ownNames(value, { path: PATH_NAMES, ...EDIT_NAMES }),
    edit(),
  ) as unknown as ReturnType<typeof edit>;

/** Applies several replacements to one file in order (as in Claude Code and OpenCode), with edit_file's names and rules. */
export const multiEdit = () =>
  face(multiEditOperation, {
    name: "multi_edit",
    description: `Makes several replacements in one existing file and returns the change as one diff.

- Edits are applied in order, each to the result of the previous one. The rules of edit_file apply to each.
- All or nothing: if one edit fails, the file stays unchanged, and the error names the edit and the reason.
- Prefer this to several calls of edit_file on the same file. For another file make another call.`,
    inputSchema: z.object({
      path: z.string().describe("Absolute path to the file (MUST exist)"),
      edits: z.array(namedEdit()).describe("The replacements to make, in order. At least one."),
    }),
    aliases: ["MultiEdit", "multiedit"],
    parameterAliases: { path: PATH_NAMES },
    toInput: ({ path, edits }) => ({
      path,
      edits: edits.map((one) => ({
        oldText: one.old_str,
        newText: one.new_str,
        replaceAll: one.replace_all,
        path: one.path,
      })),
    }),
    toResult: diffResult,
    render: (result, { input, output }) => {
      const count = input.edits.length === 1 ? "1 edit" : `${input.edits.length} edits`;
      const made = `Made ${count} in ${output?.path ?? input.path}, ${linesText(result.lineRange)}.`;
      return editedText(made, result, output);
    },
  });
