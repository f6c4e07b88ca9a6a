import * as z from "zod";
import { editOperation } from "../../../tools/index.js";
import { type DiffResult, diffResult, editedText, placesText } from "../../edited-text.js";
import { face } from "../../face.js";
import { EDIT_NAMES, PATH_NAMES } from "../parameter-names.js";

/** Result of Amp's edit_file. */
export interface AmpEditResult extends DiffResult {}

/** Amp's edit_file: one replacement in an existing file. */
export const editFile = () =>
  face(editOperation, {
    name: "edit_file",
    description: `Replaces a piece of text in an existing file and shows what changed as a diff.

- old_str must be the text as it stands in the file, indentation included and line numbers left out. If it is not there exactly, whole lines that differ only in the white space around them are taken, and new_str gets the file's indentation.
- old_str must fit one place only. If it fits several, nothing is changed and you get their lines: add lines around it, or set replace_all.
- Nothing else in the file changes: line ends, encoding and permissions stay.
- Read the file first. For a new file use create_file.`,
    inputSchema: z.object({
      path: z.string().describe("Absolute path to the file (MUST exist)"),
      old_str: z.string().describe("Text to search for. Must match exactly."),
      new_str: z.string().describe("Text to replace old_str with."),
      replace_all: z.boolean().default(false).describe("Replace all occurrences of old_str"),
    }),
    aliases: ["Edit", "edit"],
    parameterAliases: { path: PATH_NAMES, ...EDIT_NAMES },
    toInput: ({ path, old_str, new_str, replace_all }) => ({
      path,
      oldText: old_str,
      newText: new_str,
      replaceAll: replace_all,
    }),
    toResult: diffResult,
    render: (result, { input, output }) => {
      const edited = `Edited ${output?.path ?? input.path}${placesText(result, output)}.`;
      return editedText(edited, result, output);
    },
  });
