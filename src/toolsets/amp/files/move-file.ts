import * as z from "zod";
import { moveOperation } from "../../../tools/index.js";
import { face } from "../../face.js";

/** Moves or renames a file or folder (Claude Code's Move). */
export const moveFile = () =>
  face(moveOperation, {
    name: "move_file",
    description: `Moves or renames a file or folder.

- The destination is the new path, with its new name. Only when it ends with / is it an existing folder to move into.
- Missing parent folders are created. Nothing is overwritten unless overwrite is true, and then only a file by a file.
- Imports and other mentions of the old path are not changed; find them with Grep.`,
    inputSchema: z.object({
      source: z.string().describe("Absolute path of the file or folder to move"),
      destination: z.string().describe("Absolute new path, or an existing folder with / at its end"),
      overwrite: z.boolean().default(false).describe("Replace an existing file at the destination"),
    }),
    aliases: ["Move", "move", "rename"],
    parameterAliases: {
      source: ["source_path", "sourcePath", "old_path", "oldPath", "from", "path", "file_path", "filePath"],
      destination: ["destination_path", "destinationPath", "new_path", "newPath", "to", "target"],
    },
    toInput: ({ source, destination, overwrite }) => ({
      source,
      destination,
      overwrite,
      overwriteParameter: "overwrite",
    }),
    toResult: ({ from, to, type, overwrote }) =>
      `Moved ${type === "file" ? "file" : "folder"} ${from} to ${to}${overwrote ? ", in place of the file that was there" : ""}`,
  });
