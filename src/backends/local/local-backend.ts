import type {
  ApprovalStore,
  Backend,
  Diagnostics,
  FileLocks,
  FileSystem,
  IntentLog,
  ModuleLoader,
  OutputStore,
  PageReader,
  Repositories,
  Search,
  TextThreads,
  ThreadStore,
  Trash,
} from "../../contract/index.js";

import { localApprovals } from "./approvals/index.js";
import { localFileLocks } from "./file-locks/index.js";
import { localFileSystem } from "./file-system.js";
import { localIntentLog } from "./intent-log/index.js";
import { type LanguageServersOptions, localLanguageServers } from "./language-servers/index.js";
import { localModules } from "./modules/index.js";
import { type LocalOutputStoreOptions, localOutputStore } from "./output-store/index.js";
import { type LocalRepositoriesOptions, localRepositories } from "./repositories/index.js";
import { findRipgrep, localSearch } from "./search/index.js";
import {
  type EnvironmentOptions,
  type LocalShell,
  type LocalShellOptions,
  localShell,
} from "./shell/index.js";
import { localTextThreads } from "./text-threads/index.js";
import { type LocalThreadStoreOptions, localThreadStore } from "./threads/index.js";
import { localTrash } from "./trash/index.js";
import { type LocalWebOptions, localPages } from "./web/index.js";

/** How the local backend treats the machine it runs on. */
export interface LocalBackendOptions {
  /** What commands see of this process's environment; short for `shell.environment`. */
  readonly environment?: EnvironmentOptions;
  /** How commands run, in a sandbox for example. */
  readonly shell?: LocalShellOptions;
  /**
   * Where locks that other processes respect, whole outputs and the secret of approvals are kept; made private when it is first needed. Default: the environment's
   * COLLET_STATE_DIRECTORY, else `collet` in the platform's place for state (`$XDG_STATE_HOME`, `~/.local/state`).
   */
  readonly stateDirectory?: string;
  /** How much of whole outputs is kept, and for how long; `false` keeps none. */
  readonly outputs?: Omit<LocalOutputStoreOptions, "stateDirectory"> | false;
  /** How threads are kept, for `read_thread` and `find_thread`; `false` keeps none, and no tool for them is offered. */
  readonly threads?: Omit<LocalThreadStoreOptions, "stateDirectory"> | false;
  /** How web pages are read; `false` reads none, and no tool for it is offered. */
  readonly web?: LocalWebOptions | false;
  /** What copies of git repositories may take; `false` fetches none. */
  readonly repositories?: Omit<LocalRepositoriesOptions, "stateDirectory"> | false;
  /**
   * The language servers of projects, whose errors are added to edits. `"ask"` (default): each is asked about before its first
   * start; `"trusted"`: started without a question; `"off"`: none, and no tool for them is offered.
   */
  readonly languageServers?: "off" | "ask" | "trusted" | LanguageServersOptions;
}

/** The backend that acts on this machine: its file system and file locks, its shell, and ripgrep. */
export interface LocalBackend extends Backend {
  readonly files: FileSystem;
  readonly locks: FileLocks;
  readonly intentLog: IntentLog;
  readonly trash: Trash;
  readonly approvals: ApprovalStore;
  readonly shell: LocalShell;
  readonly search: Search;
  readonly outputs?: OutputStore;
  readonly modules: ModuleLoader;
  readonly threads?: ThreadStore;
  readonly pages?: PageReader;
  readonly repositories?: Repositories;
  readonly textThreads: TextThreads;
  readonly diagnostics?: Diagnostics;
  /** Ends every command and language server that still runs. */
  dispose(): Promise<void>;
}

/**
 * Lets tools act on this machine.
 *
 * Costs nothing until used: the shell and ripgrep are looked for when the first command or search runs, and the folder for
 * locks is made at the first change of a file.
 *
 * @example
 * const backend = localBackend({ environment: { inherit: "core", set: { CI: "1" } } });
 */
export function localBackend(options: LocalBackendOptions = {}): LocalBackend {
  const { environment, stateDirectory, outputs = {}, web = {}, repositories = {} } = options;
  const { threads = {}, languageServers = "ask" } = options;
  const state = stateDirectory === undefined ? {} : { stateDirectory };
  const shell = localShell({ ...(environment !== undefined && { environment }), ...options.shell });
  // Git is run by this program and not by a model: a sandbox for commands would keep it from the network and from its folder.
  const outside = options.shell?.writableRoots ?? [];
  const git = localShell({ ...(environment !== undefined && { environment }), writableRoots: outside });
  const search = localSearch(() => findRipgrep(undefined, outside));
  const servers =
    languageServers === "off"
      ? undefined
      : localLanguageServers(
          typeof languageServers === "string" ? { start: languageServers } : languageServers,
          { shell, search },
        );
  return {
    name: "local",
    files: localFileSystem(),
    // Left out means the default with its fallback, which a chosen directory never has.
    locks: localFileLocks(state),
    intentLog: localIntentLog(state),
    trash: localTrash(state),
    approvals: localApprovals(state),
    shell,
    search,
    ...(outputs !== false && { outputs: localOutputStore({ ...outputs, ...state }) }),
    modules: localModules(shell),
    ...(threads !== false && { threads: localThreadStore({ ...threads, ...state }) }),
    ...(web !== false && { pages: localPages(web) }),
    ...(repositories !== false && { repositories: localRepositories(git, { ...repositories, ...state }) }),
    textThreads: localTextThreads(),
    ...(servers !== undefined && { diagnostics: servers }),
    dispose: async () => {
      await servers?.dispose();
      await Promise.all([shell.dispose(), git.dispose()]);
    },
  };
}
