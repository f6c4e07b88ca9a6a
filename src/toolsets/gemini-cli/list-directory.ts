import * as z from "zod";
import { type ListDirectoryOutput, listDirectoryOperation, visibleText } from "../../tools/index.js";
import { face } from "../face.js";

/** gemini-cli's list_directory: the names in one folder, folders first. */
export function listDirectory() {
  return face(listDirectoryOperation, {
    name: "list_directory",
    description:
      "Lists the files and folders in one folder, hidden ones included, folders first with [DIR] in front. It does not look into the folders below: use glob to find files there.",
    inputSchema: z.object({
      dir_path: z.string().describe("Folder to list"),
      ignore: z.array(z.string()).describe('Names to omit, as globs like "*.log"').optional(),
    }),
    parameterAliases: { dir_path: ["directory", "folder", "file_path", "filePath"] },
    toInput: ({ dir_path, ignore }) => ({ path: dir_path, ignore }),
    toResult: (output, _input, { offers }) => listingText(output, { offersGlob: offers("glob") }),
  });
}

function listingText(
  { path, entries, totalEntries }: ListDirectoryOutput,
  { offersGlob }: { readonly offersGlob: boolean },
): string {
  const title = `Directory listing for ${visibleText(path)}:`;
  if (totalEntries === 0) return `${title}\n[It is empty.]`;
  const folders = entries
    .filter((entry) => entry.endsWith("/"))
    .map((entry) => `[DIR] ${entry.slice(0, -1)}`);
  const others = entries.filter((entry) => !entry.endsWith("/"));
  const more = totalEntries - entries.length;
  return [
    title,
    ...folders,
    ...others,
    ...(more > 0 ? [`[${more} more.${offersGlob ? " Find files here by name with glob." : ""}]`] : []),
  ].join("\n");
}
