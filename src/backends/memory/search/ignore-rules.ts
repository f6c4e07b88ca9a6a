import {
  type DirectoryEntry,
  type DirectoryHandle,
  type FileSystem,
  ToolError,
} from "../../../contract/index.js";
import { componentsOf, rootOf } from "../follow-path.js";
import { type IgnoreFile, type IgnoreVerdict, parseIgnoreFile } from "./ignore-file.js";
import type { Pace } from "./pace.js";
import { readWhole } from "./read-whole.js";

/** Names of ignore files in order of precedence, which is independent of their folder. */
export const IGNORE_FILE_NAMES = [".rgignore", ".ignore", ".gitignore"] as const;

type IgnoreFileName = (typeof IGNORE_FILE_NAMES)[number];

/** Returns whether a file system that ignores case may open an entry by the name of an ignore file. */
function mayBeIgnoreFile({ name }: DirectoryEntry): boolean {
  return name.startsWith(".") && IGNORE_FILE_NAMES.some((known) => known === name.toLowerCase());
}

/**
 * The ignore rules that apply in one folder: its own and those of its parents, even above a repository.
 * Unlike ripgrep, ignores `.git/info/exclude` and the user's global ignore file.
 */
export class IgnoreRules {
  /** Whether neither the folder nor any above has rules: most names need no further look. */
  readonly #isEmpty: boolean;

  private constructor(
    private readonly name: string,
    private readonly files: ReadonlyMap<IgnoreFileName, IgnoreFile>,
    private readonly above: IgnoreRules | undefined,
    private readonly pace: Pace,
  ) {
    this.#isEmpty = files.size === 0 && (above === undefined || above.#isEmpty);
  }

  /** Reads the rules for a directory, given by its real path, and for all its parents. */
  static async from(fileSystem: FileSystem, directoryPath: string, pace: Pace): Promise<IgnoreRules> {
    const { path } = fileSystem;
    const rootPath = rootOf(path, directoryPath);
    let rules = await IgnoreRules.#read(fileSystem, rootPath, { name: "", above: undefined, pace });
    let position = rootPath;
    for (const name of componentsOf(path, directoryPath.slice(rootPath.length))) {
      position = path.join(position, name);
      rules = await IgnoreRules.#read(fileSystem, position, { name, above: rules, pace });
    }
    return rules;
  }

  static async #read(
    fileSystem: FileSystem,
    directoryPath: string,
    {
      name,
      above,
      pace,
    }: { readonly name: string; readonly above: IgnoreRules | undefined; readonly pace: Pace },
  ): Promise<IgnoreRules> {
    try {
      const directory = await fileSystem.openDirectory(directoryPath);
      try {
        return await IgnoreRules.#inside(directory, name, above, pace);
      } finally {
        await directory.close();
      }
    } catch (error) {
      // An unreadable folder above the workspace has no rules.
      if (ToolError.isInstance(error)) return new IgnoreRules(name, new Map(), above, pace);
      throw error;
    }
  }

  static async #inside(
    directory: DirectoryHandle,
    name: string,
    above: IgnoreRules | undefined,
    pace: Pace,
  ): Promise<IgnoreRules> {
    const files = new Map<IgnoreFileName, IgnoreFile>();
    for (const fileName of IGNORE_FILE_NAMES) {
      if ((await directory.stat(fileName))?.type !== "file") continue;
      const text = new TextDecoder().decode(await readWhole(directory, fileName));
      files.set(fileName, await parseIgnoreFile(text, pace));
    }
    return new IgnoreRules(name, files, above, pace);
  }

  /** Returns the rules that apply in a subfolder. */
  async below(
    directory: DirectoryHandle,
    { name, listed }: { readonly name: string; readonly listed: readonly DirectoryEntry[] },
  ): Promise<IgnoreRules> {
    // Most folders have no ignore file: their list saves three system calls.
    return listed.some(mayBeIgnoreFile)
      ? IgnoreRules.#inside(directory, name, this, this.pace)
      : new IgnoreRules(name, new Map(), this, this.pace);
  }

  /** Returns the verdict of the rules about a name in the folder. */
  verdict(name: string, entry: { readonly isDirectory: boolean }): IgnoreVerdict | Promise<IgnoreVerdict> {
    return this.#isEmpty ? "none" : this.#verdict(name, entry);
  }

  async #verdict(name: string, { isDirectory }: { readonly isDirectory: boolean }): Promise<IgnoreVerdict> {
    for (const fileName of IGNORE_FILE_NAMES) {
      let path = name;
      for (let rules: IgnoreRules | undefined = this; rules !== undefined; rules = rules.above) {
        const verdict = (await rules.files.get(fileName)?.verdict(path, { isDirectory })) ?? "none";
        if (verdict !== "none") return verdict;
        path = `${rules.name}/${path}`;
      }
    }
    return "none";
  }
}
