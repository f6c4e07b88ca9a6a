import type { ToolContext } from "../../contract/index.js";
import { parentFolder } from "../paths/index.js";

/** Folders whose threads are looked at; a workspace is not nested deeper. */
const MAX_FOLDERS = 16;

/**
 * The projects that a session may mean: its cwd and the folders above it, as far as the roots go, nearest first. Threads of
 * other projects are not for it.
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
