import { type FileSystem, ToolError } from "../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../failure/index.js";

/** Throws unless a path is a real folder, as a shell does for the working directory of a command. */
export async function requireFolder(files: FileSystem, path: string): Promise<void> {
  const found = await files.resolve(path);
  if (found.path !== path) throw changedSinceApproval(path, `it now leads to '${found.path}'`);
  if (found.stat === undefined) throw fileFailure("missing", path);
  if (found.stat.type !== "directory")
    throw new ToolError(`'${path}' is not a directory.`, { code: "not-a-directory", absolutePath: path });
}
