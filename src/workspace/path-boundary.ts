import type { FileLocation, FileSystem } from "../contract/index.js";
import { compileNamePatterns, type NamePattern } from "./name-pattern.js";
import { isProtectedPath } from "./protected-paths.js";
import { absolutePathOf } from "./requested-path.js";
import { isSecretPath } from "./secret-paths.js";
import { WorkspaceRoots } from "./workspace-roots.js";

/** What a boundary is drawn with. */
export interface PathBoundaryOptions {
  readonly files: FileSystem;
  readonly roots: readonly string[];
  readonly protectedPaths: readonly NamePattern[];
  readonly secretPaths: readonly NamePattern[];
}

/** Judges where paths lead: the one place that every path of every tool goes through. */
export class PathBoundary {
  readonly roots: WorkspaceRoots;
  readonly #files: FileSystem;
  readonly #isProtected: (path: string) => boolean;
  readonly #isSecret: (path: string) => boolean;

  constructor(options: PathBoundaryOptions) {
    this.#files = options.files;
    this.roots = new WorkspaceRoots(options.files, options.roots);
    const extraProtected = compileNamePatterns(options.protectedPaths);
    const extraSecret = compileNamePatterns(options.secretPaths);
    this.#isProtected = (path) => isProtectedPath(path) || extraProtected(path);
    this.#isSecret = (path) => isSecretPath(path) || extraSecret(path);
  }

  /**
   * Where a path of a model's leads. Opens nothing; the answer holds as long as nobody changes a symlink on the way, and
   * `FileSystem.openDirectory` notices if somebody does.
   */
  async locate(requested: string, cwd: string): Promise<FileLocation> {
    const absolute = absolutePathOf(requested, this.#files, cwd);
    const { path, stat } = await this.#files.resolve(absolute);
    const root = await this.roots.rootOf(path);
    // By both names: a link called `.env` is as much a secret as what a harmless name leads to.
    const names = new Set([path, this.#files.path.normalize(absolute)]);
    return {
      requested,
      path,
      ...(stat === undefined ? {} : { stat }),
      insideRoots: root !== undefined,
      protected: [...names].some(this.#isProtected),
      secret: stat?.type !== "directory" && [...names].some(this.#isSecret),
    };
  }
}
