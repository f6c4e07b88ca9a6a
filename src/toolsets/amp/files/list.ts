import * as z from "zod";
import { DEFAULT_LIST_LIMITS, type ListOutput, listOperation, visibleText } from "../../../tools/index.js";
import { type FaceEnvironment, face } from "../../face.js";
import { folderParameter } from "../../folder-parameter.js";

/** OpenCode's list: the files below a folder as a tree. */
export const list = () =>
  face(listOperation, {
    name: "list",
    description: `Lists the files below a folder as a tree, folders first.

- Files that .gitignore excludes are omitted, and so are node_modules, dist, build and other generated folders.
- At most ${DEFAULT_LIST_LIMITS.maxFiles} files are shown, those in the upper folders first. To see more, list a subfolder.
- To find files by name use glob; to see every name in one folder use Read.`,
    inputSchema: z.object({
      path: folderParameter("Absolute path of the folder to list. Default: the working directory."),
      ignore: z
        .array(z.string())
        .describe('Further glob patterns to omit, like "docs/" or "*.snap"')
        .optional(),
    }),
    aliases: ["ListDir", "list_directory", "ls"],
    parameterAliases: { path: ["dir_path", "dirPath", "directory", "folder", "file_path", "filePath"] },
    toInput: ({ path, ignore }) => ({
      path,
      ignore,
    }),
    toResult: (output, _input, { offers }) => listText(output, offers),
  });

/** Number of unreadable paths that a notice names. */
const MAX_UNREADABLE_NAMES = 10;

/** Formats the folder with a slash, an empty line, and the tree (as in OpenCode), followed by notices of what is missing. */
function listText(output: ListOutput, offers: FaceEnvironment["offers"]): string {
  const { path, tree, totalFiles } = output;
  const title = `${visibleText(path).replace(/\/$/, "")}/\n`;
  const notices = [
    omissionNotice(output, { offersGlob: offers("glob") }),
    unreadableNotice(output),
    ...output.remarks.map((remark) => `[${remark}]`),
  ].filter((notice) => notice !== undefined);
  if (totalFiles > 0) return [title, ...tree, ...notices].join("\n");
  const nothing = output.isEmpty
    ? "[The folder is empty.]"
    : `[No files, other than ignored ones.${offers("Read") ? " Read the folder to see every name in it." : ""}]`;
  return [title, nothing, ...notices].join("\n");
}

function unreadableNotice({ unreadable }: ListOutput): string | undefined {
  if (unreadable.length === 0) return undefined;
  const named = unreadable.slice(0, MAX_UNREADABLE_NAMES).join(", ");
  const others = unreadable.length > MAX_UNREADABLE_NAMES ? " and others" : "";
  return `[Not permitted to read, so what is in there is missing here: ${named}${others}]`;
}

function omissionNotice(
  { shownFiles, totalFiles, countedAll }: ListOutput,
  { offersGlob }: { readonly offersGlob: boolean },
): string | undefined {
  if (shownFiles === totalFiles && countedAll) return undefined;
  const count = countedAll ? totalFiles : `at least ${totalFiles}`;
  return `[${shownFiles} of ${count} files are shown, those in the upper folders first. To see more, list a folder further down${offersGlob ? ", leave something out with ignore, or use glob" : ", or leave something out with ignore"}.]`;
}
