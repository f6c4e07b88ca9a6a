import * as z from "zod";
import { DEFAULT_LIST_LIMITS, type ListOutput, listOperation, visibleText } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";
import { type OpenCodeResult, openCodeContent, unreadableNotice } from "./results/index.js";

/** Result of OpenCode's list. */
export type OpenCodeListResult = OpenCodeResult<{ readonly count: number; readonly truncated: boolean }>;

/** OpenCode's list: the files below a folder as a tree. */
export function list() {
  return face(listOperation, {
    name: "list",
    description: `Lists the files below a folder as a tree, folders first.

- Files that .gitignore excludes are omitted, and so are node_modules, dist, build and other generated folders.
- At most ${DEFAULT_LIST_LIMITS.maxFiles} files are shown, those in the upper folders first. To see more, list a subfolder.
- If you know what you are looking for, glob and grep are faster.`,
    inputSchema: z.object({
      path: folderParameter("Absolute path of the folder to list. Default: the working directory."),
      ignore: z.array(z.string()).describe('Globs to omit, like "docs/" or "*.snap"').optional(),
    }),
    toInput: ({ path, ignore }) => ({
      path,
      ignore,
    }),
    toResult: listResult,
    render: openCodeContent,
  });
}

/** Formats the folder with a slash, an empty line and the tree, followed by a notice of what is missing. */
function listResult(output: ListOutput): OpenCodeListResult {
  const { path, tree, shownFiles, totalFiles, countedAll, isEmpty, unreadable, remarks } = output;
  const truncated = shownFiles < totalFiles || !countedAll;
  const nothing = isEmpty
    ? "(The folder is empty.)"
    : "(No files but ignored ones. Read the folder to see every name in it.)";
  const notices = [
    ...(truncated
      ? [
          `(${shownFiles} of ${countedAll ? totalFiles : `at least ${totalFiles}`} files are shown. List a folder further down, or leave something out with ignore.)`,
        ]
      : []),
    ...unreadableNotice(unreadable),
    ...remarks.map((remark) => `(${remark})`),
  ];
  const title = `${visibleText(path).replace(/\/$/, "")}/`;
  const files = totalFiles === 0 ? nothing : tree.join("\n");
  return {
    title: path,
    metadata: { count: shownFiles, truncated },
    output: [title, files, ...notices].join("\n\n"),
  };
}
