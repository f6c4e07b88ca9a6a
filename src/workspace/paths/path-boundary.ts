import type { FileLocation, FileStat, FileSystem, ResolvedPath } from "../../contract/index.js";
import { holdsProtected } from "./holds-protected.js";
import { KeyFiles } from "./key-contents/index.js";
import {
  compileFolderReach,
  compileLeadingFolders,
  compileNamePatterns,
  type NamePattern,
} from "./name-pattern.js";
import { hasOtherName } from "./other-names.js";
import { isProtectedPath, PROTECTED_PATH_PATTERNS } from "./protected-paths.js";
import { isRepositoryPart } from "./repository-parts.js";
import { absolutePathOf } from "./requested-path.js";
import { isSecretFolder, isSecretPath, SECRET_FILE_PATTERNS } from "./secret-paths.js";
import { requireKnownShare } from "./windows-names.js";
import { WorkspaceRoots } from "./workspace-roots.js";

/** Options of a path boundary. */
export interface PathBoundaryOptions {
  readonly files: FileSystem;
  readonly roots: readonly string[];
  readonly protectedPaths: readonly NamePattern[];
  readonly secretPaths: readonly NamePattern[];
}

/** Resolves and judges paths. Every path of every tool passes this class. */
export class PathBoundary {
  readonly roots: WorkspaceRoots;
  readonly #files: FileSystem;
  readonly #configured: readonly string[];
  readonly #isProtected: (path: string) => boolean;
  readonly #isSecret: (path: string) => boolean;
  readonly #isSecretFolder: (path: string) => boolean;
  readonly #keys: KeyFiles;
  readonly #leadsToProtected: (folder: string) => boolean;
  readonly #protectedReach: (folder: string) => ReadonlySet<string>;
  readonly #secretReach: (folder: string) => ReadonlySet<string>;

  constructor(options: PathBoundaryOptions) {
    this.#files = options.files;
    this.#configured = options.roots;
    this.roots = new WorkspaceRoots(options.files, options.roots);
    this.#keys = new KeyFiles(options.files);
    const extraProtected = compileNamePatterns(options.protectedPaths);
    const extraSecret = compileNamePatterns(options.secretPaths);
    this.#isProtected = (path) => isProtectedPath(path) || extraProtected(path);
    this.#isSecret = (path) => isSecretPath(path) || extraSecret(path);
    const extraFolder = compileNamePatterns(options.secretPaths.filter((pattern) => pattern.endsWith("/")));
    this.#isSecretFolder = (path) => isSecretFolder(path) || extraFolder(path);
    const protectedPatterns = [...PROTECTED_PATH_PATTERNS, ...options.protectedPaths];
    this.#leadsToProtected = compileLeadingFolders(protectedPatterns);
    this.#protectedReach = compileFolderReach(protectedPatterns);
    this.#secretReach = compileFolderReach([...SECRET_FILE_PATTERNS, ...options.secretPaths]);
  }

  /**
   * Locates a path that a model passed. The result is valid as long as no symlink in the path changes, and
   * `FileSystem.openDirectory` detects such a change.
   *
   * If the path is free or a folder, a name below which protected paths can exist (`.github`) is protected as well,
   * because an entry that is moved or copied there may contain them.
   */
  async locate(requested: string, cwd: string): Promise<FileLocation> {
    const absolute = this.#absolute(requested, cwd);
    const resolved = await this.#files.resolve(absolute);
    return this.#judge(requested, resolved, absolute);
  }

  /**
   * Locates the last name of a path without following a symlink, for operations that remove or move it. A folder that
   * can contain protected paths (`.git`, `.github`) is protected here as well, because the operation affects them too.
   */
  async locateEntry(requested: string, cwd: string): Promise<FileLocation> {
    const absolute = this.#absolute(requested, cwd);
    const location = (await this.#locateSymlink(requested, absolute)) ?? (await this.locate(requested, cwd));
    return { ...location, protected: location.protected || this.#protectedReach(location.path).size > 0 };
  }

  /**
   * Locates the name that a removal or a move takes away, as {@link locateEntry} does. A folder also counts as
   * protected when a protected path is anywhere below it: `templates/repo` with a `.git` in it.
   */
  async locateRemoval(requested: string, cwd: string): Promise<FileLocation> {
    const location = await this.locateEntry(requested, cwd);
    const { path: folder, stat, insideRoots } = location;
    // Outside the roots, every change needs an approval.
    if (location.protected || stat?.type !== "directory" || !insideRoots) return location;
    const isProtected = this.#isProtected;
    return { ...location, protected: await holdsProtected(this.#files, { folder, isProtected }) };
  }

  #absolute(requested: string, cwd: string): string {
    const absolute = absolutePathOf(requested, this.#files, cwd);
    if (this.#files.path.sep === "\\") requireKnownShare(absolute, [...this.#configured, cwd]);
    return absolute;
  }

  /** Returns whether the name of a real path is protected. */
  isProtectedName(realPath: string): boolean {
    return this.#isProtected(realPath);
  }

  /** Returns whether a file contains secrets; see `WorkspaceFiles.isExcluded`. */
  async isSecretFile(realPath: string): Promise<boolean> {
    if (this.#isSecret(realPath)) return true;
    try {
      const { path, stat } = await this.#files.resolve(realPath);
      return (await this.#hasSecretName(path, stat)) || (await this.#keys.has(path, stat));
    } catch {
      // A path that cannot be judged is not shown.
      return true;
    }
  }

  /** Returns whether the name of a real path is neither protected nor secret. */
  isOrdinary(realPath: string): boolean {
    return !this.#isProtected(realPath) && !this.#isSecret(realPath);
  }

  /** Returns whether the content of a file is a private key, whatever its name. */
  isKeyFile({ path, stat }: Pick<FileLocation, "path" | "stat">): Promise<boolean> {
    return this.#keys.has(path, stat);
  }

  /** Records the content that a change wrote to a file, so that the file need not be opened to recognise a private key. */
  learnContent(realPath: string, stat: FileStat | undefined, content: Uint8Array): void {
    this.#keys.learn(realPath, stat, content);
  }

  /** Returns whether the name of a real path is that of a secret file. */
  isSecretName(realPath: string): boolean {
    return this.#isSecret(realPath);
  }

  /** Returns whether files that are secret because of their folder would also be secret in another folder. */
  keepsSecrets(folder: string, other: string): boolean {
    const there = this.#secretReach(other);
    return [...this.#secretReach(folder)].every((pattern) => there.has(pattern));
  }

  async #locateSymlink(requested: string, absolute: string): Promise<FileLocation | undefined> {
    const { path } = this.#files;
    const name = path.basename(absolute);
    // These are steps to a directory, not names.
    if (["", ".", ".."].includes(name)) return undefined;
    const parent = await this.#files.resolve(path.dirname(absolute));
    if (parent.stat?.type !== "directory") return undefined;
    const directory = await this.#files.openDirectory(parent.path);
    try {
      const stat = await directory.stat(name);
      if (stat?.type !== "symlink") return undefined;
      return await this.#judge(requested, { ...parent, path: path.join(parent.path, name), stat }, absolute);
    } finally {
      await directory.close();
    }
  }

  async #judge(
    requested: string,
    { path, stat, links }: ResolvedPath,
    absolute: string,
  ): Promise<FileLocation> {
    const root = await this.roots.rootOf(path);
    // Both names count: a link called `.env` is as secret as a secret file with a harmless name.
    const names = new Set([path, this.#files.path.normalize(absolute)]);
    const isFolder = stat?.type === "directory";
    return {
      requested,
      path,
      stat,
      links,
      insideRoots: root !== undefined,
      protected:
        [...names].some(this.#isProtected) ||
        ((isFolder || stat === undefined) && this.#leadsToProtected(path)) ||
        (root !== undefined && (await isRepositoryPart(this.#files, path, root))),
      secret: isFolder
        ? [...names].some(this.#isSecretFolder)
        : [...names].some(this.#isSecret) ||
          (await this.#hasSecretName(path, stat)) ||
          (await this.#keys.has(path, stat)),
    };
  }

  /** Returns whether another name of the same file is that of a secret file. */
  async #hasSecretName(path: string, stat: FileStat | undefined): Promise<boolean> {
    if (stat === undefined || stat.links < 2) return false;
    const top = await this.roots.rootOf(path);
    return hasOtherName(this.#files, { path, stat, top }, this.#isSecret);
  }
}
