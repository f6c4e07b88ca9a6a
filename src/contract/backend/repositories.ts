/** What fetching a repository comes to, for whoever is asked about it. */
export interface RepositoryPlan {
  /** The address as it is used. */
  readonly url: string;
  /** What is run, as a person would type it. */
  readonly command: string;
  /** Hosts that are contacted; empty for one on this machine, whose folder the command names. */
  readonly hosts: readonly string[];
}

/** A copy of a repository. */
export interface RepositoryCopy {
  /** The folder with its files: absolute, symlinks resolved, outside of every workspace. */
  readonly path: string;
  /** The commit that the files are of. */
  readonly commit: string;
  /** Whether it was there already. */
  readonly origin: "cloned" | "kept";
}

/**
 * Gets copies of git repositories to look through: a port of the backend, because they must be where its tools are.
 *
 * What comes from a repository is foreign: no hook, filter, submodule or attribute of it is run, and no symlink of it is made. A copy is
 * never changed once it is there; the newest state is another copy. Where there are too many or they are too old, they go.
 */
export interface Repositories {
  /**
   * What fetching would do. Pure. Throws `invalid-url` for anything but an address of https, ssh (`ssh://`, `user@host:path`) or
   * `file://`, for one that could pass for an option, and for one with a password in it.
   */
  plan(url: string): RepositoryPlan;
  /**
   * Gets the newest state of a repository's main branch. Asks nobody for leave, nor for credentials: where they are needed
   * and git does not know them, it fails.
   *
   * Rejects with a `ToolError`: `invalid-url` as `plan`, `not-found` where git is missing, `network-error` with git's words
   * when the repository cannot be reached or has no commit, `content-too-large` past the limits of a copy, `access-denied` where no
   * place can be made, `cancelled`.
   */
  fetch(request: { readonly url: string; readonly signal: AbortSignal }): Promise<RepositoryCopy>;
}
