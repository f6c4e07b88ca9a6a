/** The effects of fetching a repository, shown to the approver. */
export interface RepositoryPlan {
  /** The address that is used. */
  readonly url: string;
  /** The command, as a person would type it. */
  readonly command: string;
  /** Hosts that are contacted; empty for a repository on this machine, whose folder the command names. */
  readonly hosts: readonly string[];
}

/** A copy of a repository. */
export interface RepositoryCopy {
  /** The folder with its files: absolute, symlinks resolved, outside of every workspace. */
  readonly path: string;
  /** The commit that is checked out. */
  readonly commit: string;
  /** Whether the copy is new or existed already. */
  readonly origin: "cloned" | "kept";
}

/**
 * Provides copies of git repositories for reading: a port of the backend, because the copies must be where
 * its tools are.
 *
 * The content of a repository is untrusted: none of its hooks, filters, submodules or attributes is run, and
 * none of its symlinks is created. A copy never changes once it exists; a newer state is another copy. Copies
 * that are too old, or too many, are removed.
 */
export interface Repositories {
  /**
   * Returns what fetching would do. Pure. Throws `invalid-url` unless the address is https, ssh (`ssh://`,
   * `user@host:path`) or `file://`, for one that could be taken for an option, and for one that contains a
   * password.
   */
  plan(url: string): RepositoryPlan;
  /**
   * Fetches the newest state of a repository's main branch. Does not ask for permission or credentials: if
   * credentials are needed and git does not know them, it fails.
   *
   * Rejects with a `ToolError`: `invalid-url` as `plan`, `not-found` when git is missing, `network-error`
   * with git's message when the repository cannot be reached or has no commit, `content-too-large` beyond the
   * limits of a copy, `access-denied` when no folder can be created, `cancelled`.
   */
  fetch(request: { readonly url: string; readonly signal: AbortSignal }): Promise<RepositoryCopy>;
}
