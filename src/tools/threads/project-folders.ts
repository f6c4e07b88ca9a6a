import type { ToolContext } from "../../contract/index.js";
import { parentFolder } from "../paths/index.js";

/** Most folders whose threads are searched; workspaces are not nested deeper. */
const MAX_FOLDERS = 16;

/**
 * Returns the projects that a session may access: its cwd and the parent folders up to the root, nearest first. Threads
 * of other projects are not accessible.
 */
export async function projectFolders(context: ToolContext): Promise<readonly string[]> {
  const folders = [context.cwd];
  for (
    let folder = parentFolder(context.cwd, context.cwd);
    folder !== folders.at(-1) && folders.length < MAX_FOLDERS;
    folder = parentFolder(folder, context.cwd)
  ) {
    if (!(await context.files.locate(folder)).insideRoots) break;
    folders.push(folder);
  }
  return folders;
}
