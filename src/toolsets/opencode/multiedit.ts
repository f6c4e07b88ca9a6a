import * as z from "zod";
import { multiEditOperation } from "../../tools/index.js";
import { linesText } from "../edited-text.js";
import { face } from "../face.js";
import { EDIT_WORDING, editResult, openCodeContent, requiredByName } from "./results/index.js";

/** OpenCode's multiedit: several replacements in one file, in order. */
export function multiedit() {
  return face(multiEditOperation, {
    name: "multiedit",
    description: `Makes several replacements in one file with a single call.

- Edits are applied in order, each to the result of the previous one. The rules of edit apply to each; only the first may have an empty oldString, to create the file.
- All or nothing: if one edit fails, the file stays unchanged, and the error names the edit and the reason.
- Prefer this to several calls of edit on the same file. For another file make another call.`,
    preview: "trimmed",
    inputSchema: z.object({
      filePath: z.string().describe("Absolute path of the file to change"),
      edits: z
        .array(
          z.object({
            filePath: requiredByName(z.string().describe("The same path as above"), ""),
            oldString: z.string().describe("The text to replace"),
            newString: z.string().describe("The replacement; must be different from oldString"),
            replaceAll: z
              .boolean()
              .describe("Replace every occurrence of oldString; default false")
              .optional(),
          }),
        )
        .describe("The replacements to make, in order"),
    }),
    toInput: ({ filePath, edits }) => ({
      path: filePath,
      emptyOldText: "create" as const,
      edits: edits.map(({ filePath: path, oldString, newString, replaceAll = false }) => ({
        oldText: oldString,
        newText: newString,
        replaceAll,
        ...(path !== "" && { path }),
      })),
      wording: EDIT_WORDING,
    }),
    toResult: (output) => {
      const { path, created, lineRange, edits } = output;
      const count = edits.length === 1 ? "1 edit" : `${edits.length} edits`;
      const done = created
        ? `Created ${path} with ${count}.`
        : `Made ${count} in ${path}, ${linesText(lineRange)}.`;
      return editResult(done, output);
    },
    render: openCodeContent,
  });
}
