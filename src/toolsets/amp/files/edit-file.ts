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
    description: `Replaces a text in an existing file and returns the change as a diff.

- old_str must be exactly the text of the file, with indentation and without line numbers. If it is not there exactly, lines that differ only in surrounding white space are matched, and new_str gets the file's indentation.
- old_str must match exactly one place. If it matches several, nothing is changed and the lines are listed: add surrounding lines, or set replace_all.
- Line ends, encoding and permissions of the file are kept.
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
