import { posix } from "node:path";
import type { DirectoryHandle, FileSystem, ResolvedPath } from "../../../contract/index.js";
import { changedSinceApproval } from "../../failure/index.js";
import type { Connection } from "./connection.js";
import type { RemoteLink } from "./link.js";
import { readDirectory, readResolved } from "./read-answers.js";
import { RemoteDirectory } from "./remote-directory.js";

/** The file system of a worker. */
export function remoteFiles(
  link: RemoteLink,
  { caseSensitive, homeDirectory }: { readonly caseSensitive: boolean; readonly homeDirectory?: string },
): FileSystem {
  const open = async (path: string, connection: Connection) => {
    const answer = await connection.call("files.openDirectory", { path });
    return readDirectory(answer.value);
  };
  return {
    path: posix,
    caseSensitive,
    ...(homeDirectory !== undefined && { homeDirectory }),
    resolve: async (path): Promise<ResolvedPath> =>
      readResolved((await link.look("files.resolve", { path })).value),
    openDirectory: (path): Promise<DirectoryHandle> =>
      link.retried(async (connection) => {
        const { handle, identity } = await open(path, connection);
        return new RemoteDirectory(link, { path, identity, connection, handle }, async (next) => {
          const again = await open(path, next);
          if (again.identity !== identity) throw changedSinceApproval(path, "it was replaced");
          return again.handle;
        });
      }),
  };
}
