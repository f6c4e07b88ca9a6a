import type { FileSystem } from "../../contract/index.js";

/** The folders that a workspace consists of, compared by whole path segments and by where they really are. */
export class WorkspaceRoots {
  #real: Promise<readonly string[]> | undefined;

  /**
   * Looks up where the roots are: a root that a symlink takes the place of before the first call is another place. Where the backend cannot
   * tell at once, the look begins here.
   */
  constructor(
    private readonly files: FileSystem,
    private readonly configured: readonly string[],
  ) {
    const known = configured.map((root) => files.resolveNow?.(root));
    if (known.every((path) => path !== undefined)) this.#real = Promise.resolve(known);
    // A failure is told to the first call, which looks again.
    else this.real().catch(() => {});
  }

  /** The real paths of the roots, as they were when the workspace was made. */
  real(): Promise<readonly string[]> {
    this.#real ??= Promise.all(
      this.configured.map(async (root) => (await this.files.resolve(root)).path),
    ).catch((error: unknown) => {
      this.#real = undefined;
      throw error;
    });
    return this.#real;
  }

  /** The most specific root that holds a real path; `undefined` outside of all. */
  async rootOf(realPath: string): Promise<string | undefined> {
    let found: string | undefined;
    for (const root of await this.real()) {
      if (this.#contains(root, realPath) && (found === undefined || root.length > found.length)) found = root;
    }
    return found;
  }

  /**
   * The place that forbids to remove or move a path: a root, the home folder, or the top of the file system, each as it was
   * given and as it really is, with all folders above it. `undefined` where nothing does.
   */
  async guardedBy(path: string): Promise<string | undefined> {
    const { homeDirectory } = this.files;
    const home =
      homeDirectory === undefined ? [] : [homeDirectory, (await this.files.resolve(homeDirectory)).path];
    const guarded = [...(await this.real()), ...this.configured, ...home];
    const isTop = this.files.path.dirname(path) === path;
    return isTop ? path : guarded.find((place) => this.#contains(path, this.files.path.normalize(place)));
  }

  #contains(root: string, path: string): boolean {
    const { sep } = this.files.path;
    const [folder, candidate] = this.files.caseSensitive
      ? [root, path]
      : [root.toLowerCase(), path.toLowerCase()];
    return candidate === folder || candidate.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  }
}
