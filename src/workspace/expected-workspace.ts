import {
  type Backend,
  type FileStat,
  type FileSystem,
  ToolError,
  type Workspace,
} from "../contract/index.js";
import { createWorkspace, type WorkspaceOptions } from "./workspace.js";

/**
 * Returns a workspace that judges paths by their text alone: every path is an ordinary file that is reached through no symlink.
 *
 * For calls that are judged again where their files are. What it says about a path is right for most, and costs no message.
 */
export function expectedWorkspace(options: WorkspaceOptions): Workspace {
  const { backend } = options;
  const expected: Backend = { name: backend.name, files: expectedFiles(backend.files) };
  return createWorkspace({ ...options, backend: expected });
}

/** An ordinary file. Its size of 0 keeps its content from being examined. */
const FILE: FileStat = {
  type: "file",
  size: 0,
  modifiedAtMs: 0,
  mode: 0o644,
  identity: "expected",
  links: 1,
};

function expectedFiles({ path, caseSensitive, homeDirectory }: FileSystem): FileSystem {
  const pathOf = (requested: string) => {
    const normal = path.normalize(requested);
    return normal.length > 1 && normal.endsWith(path.sep) ? normal.slice(0, -1) : normal;
  };
  return {
    path,
    caseSensitive,
    ...(homeDirectory !== undefined && { homeDirectory }),
    resolve: async (requested) => ({ path: pathOf(requested), stat: FILE }),
    resolveNow: pathOf,
    openDirectory: (folder) =>
      Promise.reject(
        new ToolError(`'${folder}' was not looked up.`, { code: "not-found", absolutePath: folder }),
      ),
  };
}
