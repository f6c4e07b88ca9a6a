import * as z from "zod";
import { editOperation } from "../../tools/index.js";
import { placesText } from "../edited-text.js";
import { face } from "../face.js";
import { EDIT_WORDING, editResult, openCodeContent } from "./results/index.js";

/** OpenCode's edit: one replacement in a file, or a new file. */
export function edit() {
  return face(editOperation, {
    name: "edit",
    description: `Replaces a text in a file.

- Read the file first. oldString must be exactly the text of the file, with indentation and without the line numbers and bars that read shows.
- oldString must match exactly one place. If it matches several, nothing is changed and the lines are listed: add surrounding lines, or set replaceAll.
- Differences in white space are tolerated, and newString gets the file's indentation; the result then shows a diff to check.
- An empty oldString creates a new file with newString as content; the file must not exist yet.`,
    preview: "trimmed",
    inputSchema: z.object({
      filePath: z.string().describe("Absolute path of the file to change"),
      oldString: z.string().describe("The text to replace"),
      newString: z.string().describe("The replacement; must be different from oldString"),
      replaceAll: z.boolean().describe("Replace every occurrence of oldString; default false").optional(),
    }),
    toInput: ({ filePath, oldString, newString, replaceAll = false }) => ({
      path: filePath,
      oldText: oldString,
      newText: newString,
      replaceAll,
      emptyOldText: "create" as const,
      wording: EDIT_WORDING,
    }),
    toResult: (output) => {
      const { path, created } = output;
      const done = created ? `Created ${path}.` : `Edited ${path}${placesText(output, output)}.`;
      return editResult(done, output);
    },
    render: openCodeContent,
  });
}
