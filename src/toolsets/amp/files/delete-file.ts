import * as z from "zod";
import { deleteOperation } from "../../../tools/index.js";
import { face } from "../../face.js";
import { PATH_NAMES } from "../parameter-names.js";

/** Amp's delete_file: deletes a file, or with `recursive` a folder. */
export const deleteFile = () =>
  face(deleteOperation, {
    name: "delete_file",
    description: `Deletes a file, a symlink or an empty folder; with recursive a folder and everything in it.

- For a symlink, only the link is deleted, never its target.
- undo_edit with the same path restores it, unless the result states otherwise.
- The working folders themselves cannot be deleted.`,
    inputSchema: z.object({
      path: z.string().describe("Absolute path of the file or folder to delete"),
      recursive: z
        .boolean()
        .default(false)
        .describe("Delete a folder with everything in it. Needed for a folder that is not empty."),
    }),
    aliases: ["Delete", "delete", "DeleteFile"],
    parameterAliases: { path: PATH_NAMES },
    toInput: ({ path, recursive }) => ({ path, recursive, recursiveParameter: "recursive" }),
    toResult: ({ path, type, removedFiles, canBeUndone }) => {
      const undoNote = canBeUndone ? "" : ". It could not be kept, so it cannot be restored.";
      if (type === "file") return `Deleted file ${path}${undoNote}`;
      const files = removedFiles === 1 ? "1 file" : `${removedFiles} files`;
      const content = removedFiles === 0 ? "" : ` with ${files} in it`;
      return `Deleted folder ${path}${content}${undoNote}`;
    },
  });
