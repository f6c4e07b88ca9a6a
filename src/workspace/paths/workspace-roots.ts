import type { FileSystem } from "../../contract/index.js";
import { foldLetterCase, pathFolding } from "../../values/index.js";

/** The folders of a workspace, compared by whole path segments and by real path. */
export class WorkspaceRoots {
  #real: Promise<readonly string[]> | undefined;

  /**
   * Resolves the roots at once, because a symlink that replaces a root before the first call would lead elsewhere.
   * Where the backend resolves asynchronously, the lookup starts here.
   */
  constructor(
    private readonly files: FileSystem,
    private readonly configured: readonly string[],
  ) {
    const known = configured.map((root) => files.resolveNow?.(root));
    if (known.every((path) => path !== undefined)) this.#real = Promise.resolve(known);
    // The first call reports a failure and resolves the roots again.
    else this.real().catch(() => {});
  }

  /** Returns the real paths of the roots, as they were when the workspace was created. */
  real(): Promise<readonly string[]> {
    this.#real ??= Promise.all(
      this.configured.map(async (root) => (await this.files.resolve(root)).path),
    ).catch((error: unknown) => {
      this.#real = undefined;
      throw error;
    });
    return this.#real;
  }

  /** Returns the most specific root that contains a real path; `undefined` outside all roots. */
  async rootOf(realPath: string): Promise<string | undefined> {
    let found: string | undefined;
    for (const root of await this.real()) {
      // What is inside may be changed, so names that the volume may keep apart differ.
      const fold = this.files.caseSensitive ? (path: string) => path : foldLetterCase;
      if (this.#contains(fold(root), fold(realPath)) && (found === undefined || root.length > found.length))
        found = root;
    }
    return found;
  }

  /**
   * Returns the path because of which a path may not be removed or moved: a root, the home folder, or the root of the
   * file system, each as configured and as resolved, with all folders above it. `undefined` where the path is not
   * guarded.
   */
  async guardedBy(path: string): Promise<string | undefined> {
    const { homeDirectory } = this.files;
    const home =
      homeDirectory === undefined ? [] : [homeDirectory, (await this.files.resolve(homeDirectory)).path];
    const guarded = [...(await this.real()), ...this.configured, ...home];
    const fold = pathFolding(this.files);
    const isTop = this.files.path.dirname(path) === path;
    return isTop
      ? path
      : guarded.find((guardedPath) =>
          this.#contains(fold(path), fold(this.files.path.normalize(guardedPath))),
        );
  }

  #contains(folder: string, path: string): boolean {
    const { sep } = this.files.path;
    return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  }
}
