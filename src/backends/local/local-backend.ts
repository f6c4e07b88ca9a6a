import type { Backend, FileLocks, FileSystem, Search } from "../../contract/index.js";
import type { EnvironmentOptions } from "./child-environment.js";
import { localFileLocks } from "./file-locks/index.js";
import { localFileSystem } from "./file-system.js";
import { localSearch } from "./search.js";
import { type LocalShell, localShell } from "./shell.js";

/** How the local backend treats the machine it runs on. */
export interface LocalBackendOptions {
  /** What commands see of this process's environment. */
  readonly environment?: EnvironmentOptions;
  /**
   * Where locks that other processes respect are kept; made private when it is first needed. Default: the environment's
   * COLLET_STATE_DIRECTORY, else `collet` in the platform's place for state (`$XDG_STATE_HOME`, `~/.local/state`).
   */
  readonly stateDirectory?: string;
}

/** The backend that acts on this machine: its file system and file locks, its shell, and ripgrep. */
export interface LocalBackend extends Backend {
  readonly files: FileSystem;
  readonly locks: FileLocks;
  readonly shell: LocalShell;
  readonly search: Search;
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
  const { environment, stateDirectory } = options;
  const shell = localShell(environment);
  return {
    name: "local",
    files: localFileSystem(),
    // Left out means the default with its fallback, which a chosen directory never has.
    locks: localFileLocks(stateDirectory === undefined ? {} : { stateDirectory }),
    shell,
    search: localSearch(),
    dispose: () => shell.dispose(),
  };
}
