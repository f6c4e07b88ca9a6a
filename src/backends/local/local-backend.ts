import type { Backend, FileSystem, Search } from "../../contract/index.js";
import type { EnvironmentOptions } from "./child-environment.js";
import { localFileSystem } from "./file-system.js";
import { localSearch } from "./search.js";
import { type LocalShell, localShell } from "./shell.js";

/** How the local backend treats the machine it runs on. */
export interface LocalBackendOptions {
  /** What commands see of this process's environment. */
  readonly environment?: EnvironmentOptions;
}

/** The backend that acts on this machine: its file system, its shell, and ripgrep. */
export interface LocalBackend extends Backend {
  readonly files: FileSystem;
  readonly shell: LocalShell;
  readonly search: Search;
  /** Ends every command that still runs. */
  dispose(): Promise<void>;
}

/**
 * Lets tools act on this machine.
 *
 * Costs nothing until used: the shell and ripgrep are looked for when the first command or search runs.
 *
 * @example
 * const backend = localBackend({ environment: { inherit: "core", set: { CI: "1" } } });
 */
export function localBackend(options: LocalBackendOptions = {}): LocalBackend {
  const shell = localShell(options.environment);
  return {
    name: "local",
    files: localFileSystem(),
    shell,
    search: localSearch(),
    dispose: () => shell.dispose(),
  };
}
