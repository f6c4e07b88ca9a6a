import * as z from "zod";
import { deleteOperation } from "../../tools/index.js";
import { face } from "../face.js";

/** Claude Code's DeleteFile. */
export function deleteFile() {
  return face(deleteOperation, {
    name: "DeleteFile",
    description:
      "Deletes a file, a symlink (never its target) or an empty folder. This cannot be undone, so check the path first. A folder with files in it is refused.",
    inputSchema: z.object({ file_path: z.string().describe("Path of the file to delete") }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path }) => ({ path: file_path }),
    toResult: ({ path, type }) => `Deleted ${type === "file" ? "file" : "folder"} ${path}`,
  });
}
