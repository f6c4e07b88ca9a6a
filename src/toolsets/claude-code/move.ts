import * as z from "zod";
import { moveOperation } from "../../tools/index.js";
import { face } from "../face.js";

/** Claude Code's Move. */
export function move() {
  return face(moveOperation, {
    name: "Move",
    description: `Moves or renames a file or folder.

- The destination is the new path, with its new name. Only when it ends with / is it an existing folder to move into.
- Missing parent folders are created. Nothing is overwritten.
- Imports and other mentions of the old path are not changed; find them with Grep.`,
    inputSchema: z.object({
      source: z.string().describe("Path of the file or folder to move"),
      destination: z.string().describe("New path, or an existing folder with / at its end"),
    }),
    parameterAliases: {
      source: ["source_path", "old_path", "from", "file_path"],
      destination: ["destination_path", "new_path", "to", "target"],
    },
    toInput: ({ source, destination }) => ({ source, destination }),
    toResult: ({ from, to, type }) => `Moved ${type === "file" ? "file" : "folder"} ${from} to ${to}`,
  });
}
