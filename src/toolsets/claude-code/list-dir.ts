import * as z from "zod";
import { listDirectoryOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";

/** Claude Code's ListDir: the names in one folder. */
export function listDir() {
  return face(listDirectoryOperation, {
    name: "ListDir",
    description:
      "Lists the files and folders at a path, hidden ones included; folders end with /. It does not look into the folders below: use Glob to find files there.",
    inputSchema: z.object({
      path: folderParameter("Folder to list. Default: the working directory"),
    }),
    parameterAliases: { path: ["directory", "folder", "file_path", "filePath"] },
    toInput: ({ path }) => (path === undefined ? {} : { path }),
    toResult: ({ entries, totalEntries }, _input, { offers }) => {
      if (totalEntries === 0) return "[The folder is empty.]";
      const more = totalEntries - entries.length;
      const remedy = offers("Glob") ? " Find files here by name with Glob." : "";
      return [...entries, ...(more > 0 ? [`[${more} more.${remedy}]`] : [])].join("\n");
    },
  });
}
