import { localBackend } from "../../src/backends/local/index.js";
import type {
  Backend,
  FileChange,
  ToolSession,
  Workspace,
  WorkspaceFiles,
  WorkspaceScope,
} from "../../src/contract/index.js";
import { createWorkspace, type WorkspaceOptions } from "../../src/workspace/index.js";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { writeTree } from "../backends/write-tree.js";

/** A workspace over a new folder, and its files for one session. */
export interface Fixture {
  readonly root: string;
  readonly workspace: Workspace;
  readonly session: ToolSession;
  readonly files: WorkspaceFiles;
  readonly changes: FileChange[];
  /** The files of another call, of the same session unless specified otherwise. */
  call(scope?: Partial<WorkspaceScope>): WorkspaceFiles;
}

export async function fixture(
  tree: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<WorkspaceOptions> & { backend?: Backend } = {},
): Promise<Fixture> {
  const root = await temporaryFolder();
  await writeTree(root, tree);
  const workspace = createWorkspace({ backend: localBackend(), roots: [root], ...options });
  const session = newSession(root);
  const changes: FileChange[] = [];
  const call = (scope: Partial<WorkspaceScope> = {}) =>
    workspace.files({
      session,
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: (change) => changes.push(change),
      ...scope,
    });
  return { root, workspace, session, files: call(), changes, call };
}

export function newSession(cwd: string): ToolSession {
  return { id: "session", cwd, memory: new Map() };
}

/** A window that no test file exceeds. */
export const EVERYTHING = {
  startLine: 1,
  endLine: 1_000_000,
  maxBytes: 100_000_000,
  maxBytesPerLine: 100_000_000,
};
