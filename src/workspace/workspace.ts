import type { Backend, Workspace, WorkspaceFiles } from "../contract/index.js";
import { type KeysOf, loadedLater, loadOnce, requireKnownKeys, requireKnownValue } from "../values/index.js";
import { StaleTemporaries } from "./changes/index.js";
import { PathLocks } from "./locks/index.js";
import {
  type NamePattern,
  PathBoundary,
  requireNamePatterns,
  SecretSurvey,
  withReading,
} from "./paths/index.js";
import type * as ScopedFiles from "./scoped-files.js";
import type { SessionStateMethods } from "./session-export/index.js";
import { STALENESS_POLICIES, type StalenessPolicy } from "./staleness/index.js";

const loadStates = loadOnce(() => import("./session-export/index.js"));

const STATE_METHODS = { export: true, import: true } as const;

const loadScopedFiles = loadOnce(async () => {
  scopedFiles = (await import("./scoped-files.js")).scopedFiles;
  return scopedFiles;
});

/** The function that makes the files of a call, once it has been loaded. */
let scopedFiles: typeof ScopedFiles.scopedFiles | undefined;

const FILE_METHODS = {
  locate: true,
  isExcluded: true,
  readLines: true,
  readBytes: true,
  readHead: true,
  readText: true,
  list: true,
  previewText: true,
  updateText: true,
  writeText: true,
  removalLimits: true,
  remove: true,
  move: true,
  applyTogether: true,
  undo: true,
  discoverGuidance: true,
} as const satisfies Readonly<Record<keyof WorkspaceFiles, true>>;

/** Options of a workspace. */
export interface WorkspaceOptions {
  readonly backend: Backend;
  /** Absolute folders in which tools work freely; paths elsewhere need an approval. */
  readonly roots: readonly string[];
  /** Further paths whose change needs an approval in every mode; see {@link NamePattern}. */
  readonly protectedPaths?: readonly NamePattern[] | undefined;
  /** Further files that are never read for a model; see {@link NamePattern}. */
  readonly secretPaths?: readonly NamePattern[] | undefined;
  /** When to refuse a change because the file differs from what the session read. Default `if-read`. */
  readonly staleness?: StalenessPolicy;
}

const WORKSPACE_OPTION_NAMES = {
  backend: true,
  roots: true,
  protectedPaths: true,
  secretPaths: true,
  staleness: true,
} as const satisfies KeysOf<WorkspaceOptions>;

/**
 * Builds the services that all tools of a runtime share over one backend: path boundary, codec, atomic writes, locks
 * and read tracking. Resolves the roots; does no other I/O.
 *
 * @example
 * const workspace = createWorkspace({ backend: localBackend(), roots: [process.cwd()] });
 * const location = await workspace.locate("src/index.ts", session);
 */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { backend, roots, protectedPaths = [], secretPaths = [], staleness = "if-read" } = options;
  requireKnownKeys("createWorkspace", options, WORKSPACE_OPTION_NAMES);
  requireNamePatterns("secretPaths", secretPaths);
  requireNamePatterns("protectedPaths", protectedPaths);
  requireKnownValue("staleness", staleness, STALENESS_POLICIES);
  const boundary = new PathBoundary({ files: backend.files, roots, protectedPaths, secretPaths });
  const survey = new SecretSurvey({
    files: backend.files,
    roots: () => boundary.roots.real(),
    isSecret: (path) => boundary.isSecretName(path),
    now: () => performance.now(),
  });
  const temporaries = new StaleTemporaries(backend);
  const locateRoot = async (root: string) => ({
    root: (await boundary.locate(root, root)).path,
    path: backend.files.path,
  });
  const services = { backend, boundary, locks: new PathLocks(), temporaries, staleness };
  return {
    backend,
    roots,
    locate: async (path, session, lookup) =>
      lookup?.finalSymlink === "keep"
        ? boundary.locateRemoval(path, session.cwd)
        : withReading(await boundary.locate(path, session.cwd), backend, session),
    files: (scope) =>
      scopedFiles?.(services, scope) ??
      loadedLater(async () => (await loadScopedFiles())(services, scope), FILE_METHODS),
    secretPaths: () => survey.find(),
    isSecretName: (path) => boundary.isSecretName(path),
    sessionStates: (["reads", "journal", "guidance"] as const).map((name) => ({
      name,
      ...loadedLater<SessionStateMethods>(
        async () => (await loadStates())[`${name}State`](locateRoot),
        STATE_METHODS,
      ),
    })),
  };
}
