import { homedir } from "node:os";
import * as path from "node:path";
import type { FileSystem } from "../../contract/index.js";
import { anchorDirectory } from "./directory-anchor.js";
import { LocalDirectory } from "./directory-handle.js";
import { resolveNow, resolvePath } from "./resolve-path.js";
import { FileSyncs } from "./syncs/index.js";

/** The file system of this machine. */
export function localFileSystem(syncs = new FileSyncs()): FileSystem {
  return {
    path,
    // The usual volumes of these systems; testing each volume would need a probe file in the user's folders.
    caseSensitive: process.platform !== "darwin" && process.platform !== "win32",
    ...homeDirectory(),
    resolve: resolvePath,
    resolveNow,
    openDirectory: async (directoryPath, { found } = {}) =>
      new LocalDirectory(directoryPath, await anchorDirectory(directoryPath, found?.stat), syncs, found),
  };
}

function homeDirectory(): { readonly homeDirectory?: string } {
  try {
    return { homeDirectory: homedir() };
  } catch {
    // A container may run as a user that the system does not know.
    return {};
  }
}
