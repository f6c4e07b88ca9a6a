import type {
  Backend,
  ChangeNotes,
  FileLocks,
  FileSystem,
  ModuleLoader,
  OutputStore,
  Search,
} from "../../contract/index.js";

import { localChangeNotes } from "./change-notes/index.js";
import { localFileLocks } from "./file-locks/index.js";
import { localFileSystem } from "./file-system.js";
import { localModules } from "./modules/index.js";
import { type LocalOutputStoreOptions, localOutputStore } from "./output-store/index.js";
import { localSearch } from "./search.js";
import {
  type EnvironmentOptions,
  type LocalShell,
  type LocalShellOptions,
  localShell,
} from "./shell/index.js";

/** How the local backend treats the machine it runs on. */
export interface LocalBackendOptions {
  /** What commands see of this process's environment; short for `shell.environment`. */
  readonly environment?: EnvironmentOptions;
  /** How commands run, in a sandbox for example. */
  readonly shell?: LocalShellOptions;
  /**
   * Where locks that other processes respect and whole outputs are kept; made private when it is first needed. Default: the environment's
   * COLLET_STATE_DIRECTORY, else `collet` in the platform's place for state (`$XDG_STATE_HOME`, `~/.local/state`).
   */
  readonly stateDirectory?: string;
  /** How much of whole outputs is kept, and for how long; `false` keeps none. */
  readonly outputs?: Omit<LocalOutputStoreOptions, "stateDirectory"> | false;
}

/** The backend that acts on this machine: its file system and file locks, its shell, and ripgrep. */
export interface LocalBackend extends Backend {
  readonly files: FileSystem;
  readonly locks: FileLocks;
  readonly changeNotes: ChangeNotes;
  readonly shell: LocalShell;
  readonly search: Search;
  readonly outputs?: OutputStore;
  readonly modules: ModuleLoader;
  /** Ends every command that still runs. */
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
  const { environment, stateDirectory, outputs = {} } = options;
  const state = stateDirectory === undefined ? {} : { stateDirectory };
  const shell = localShell({ ...(environment !== undefined && { environment }), ...options.shell });
  return {
    name: "local",
    files: localFileSystem(),
    // Left out means the default with its fallback, which a chosen directory never has.
    locks: localFileLocks(state),
    changeNotes: localChangeNotes(state),
    shell,
    search: localSearch(),
    ...(outputs !== false && { outputs: localOutputStore({ ...outputs, ...state }) }),
    modules: localModules(shell),
    dispose: () => shell.dispose(),
  };
}
