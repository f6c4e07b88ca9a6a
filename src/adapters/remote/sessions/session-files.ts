import {
  type Backend,
  type DirectoryEntry,
  type DirectoryHandle,
  type FileStat,
  type ResolvedPath,
  ToolError,
} from "../../../contract/index.js";
import { kindOf } from "../../../runtime/index.js";
import { joinBytes, sameBytes } from "../../../values/index.js";
import {
  isTemporaryName,
  openFolder,
  removeTree,
  temporaryName,
  writeNewFile,
} from "../../../workspace/index.js";

/** Largest file that is read as a whole; the interfaces have no other form. */
const MAX_FILE_BYTES = 268_435_456;

/** Bytes that are read at once. */
const PART_BYTES = 1_048_576;

/** Options of {@link SessionFiles.write}. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** The content that the file must still have. */
  readonly replacing?: Uint8Array;
}

/** The files of a backend for the agent of another library: whole contents by path, written atomically and under file locks. */
export class SessionFiles {
  constructor(
    readonly backend: Backend,
    readonly cwd: string,
  ) {}

  /** Returns the absolute path of a path that may be relative. */
  absolute(path: string): string {
    if (typeof path !== "string")
      throw new ToolError(`A path must be a string, but it is ${kindOf(path)}.`, { code: "invalid-path" });
    const { path: paths } = this.backend.files;
    return paths.isAbsolute(path) ? path : paths.join(this.cwd, path);
  }

  /** Follows symlinks. */
  resolve(path: string): Promise<ResolvedPath> {
    return this.backend.files.resolve(this.absolute(path));
  }

  /** Returns the facts about a path after its symlinks; `undefined` if it does not exist. */
  async stat(path: string): Promise<FileStat | undefined> {
    return (await this.resolve(path)).stat;
  }

  /** Returns the facts about a path itself, even if it is a symlink; `undefined` if it does not exist. */
  async linkStat(path: string): Promise<FileStat | undefined> {
    const entry = await this.#entry(path);
    if (entry === undefined) return this.stat(path);
    return this.#in(entry.folder, (directory) => directory.stat(entry.name)).catch(missing(undefined));
  }

  /** Returns the entries of a folder, without the temporary files of running changes. */
  async list(path: string): Promise<readonly DirectoryEntry[]> {
    const { path: real } = await this.resolve(path);
    const entries = await this.#in(real, (directory) => directory.list());
    return entries.filter(({ name }) => !isTemporaryName(name));
  }

  /** Returns the content of a file; `undefined` if it does not exist. */
  async read(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const { path: real, stat } = await this.resolve(path);
    if (stat === undefined) return undefined;
    const { path: paths } = this.backend.files;
    return this.#in(paths.dirname(real), async (directory) => {
      const handle = await directory.openFile(paths.basename(real));
      try {
        const parts: Uint8Array[] = [];
        for (let size = 0; ; ) {
          signal?.throwIfAborted();
          const part = new Uint8Array(PART_BYTES);
          const count = await handle.read(part, size);
          if (count === 0) return joinBytes(parts);
          parts.push(part.subarray(0, count));
          size += count;
          if (size > MAX_FILE_BYTES) throw tooLarge(real);
        }
      } finally {
        await handle.close();
      }
    }).catch(missing(undefined));
  }

  /** Creates a file, with the folders above it, or replaces the content of one in one step. Keeps its mode and owner. */
  async write(path: string, content: Uint8Array, { signal, replacing }: WriteOptions = {}): Promise<void> {
    const { files } = this.backend;
    const { path: real, stat } = await this.resolve(path);
    if (stat !== undefined && stat.type !== "file") throw notAFile(real);
    await this.#locked(real, signal, async () => {
      const folder = await openFolder(files, files.path.dirname(real));
      try {
        const name = files.path.basename(real);
        const temporary = temporaryName(name);
        const before = await folder.directory.stat(name);
        if (before !== undefined && before.type !== "file") throw notAFile(real);
        if (replacing !== undefined) await this.#requireContent(real, replacing);
        try {
          const mode = before === undefined ? 0o644 : 0o600;
          await writeNewFile(folder.directory, temporary, { mode }, async (handle) => {
            await handle.write(content, 0);
            if (before?.owner !== undefined) await handle.setOwner(before.owner);
            if (before !== undefined) await handle.setMode(before.mode);
          });
          signal?.throwIfAborted();
          await folder.directory.rename(temporary, { name });
        } catch (error) {
          await removeTree(folder.directory, temporary).catch(() => {});
          await folder.undo();
          throw error;
        }
        await folder.directory.sync();
      } finally {
        await folder.close();
      }
    });
  }

  async #requireContent(path: string, expected: Uint8Array): Promise<void> {
    const now = await this.read(path);
    if (now !== undefined && sameBytes(now, expected)) return;
    throw new ToolError(`'${path}' changed while it was being edited. Read it again. Nothing was changed.`, {
      code: "stale-file",
      absolutePath: path,
      retryable: true,
    });
  }

  /** Creates a folder with the folders above it. */
  async makeFolder(path: string): Promise<void> {
    const { path: real, stat } = await this.resolve(path);
    if (stat !== undefined && stat.type !== "directory")
      throw new ToolError(`'${real}' already exists.`, { code: "already-exists", absolutePath: real });
    await (await openFolder(this.backend.files, real)).close();
  }

  /** Removes a path itself, never the target of a symlink; a folder with everything below it. Returns whether it existed. */
  async remove(path: string): Promise<boolean> {
    const entry = await this.#entry(path);
    if (entry === undefined)
      throw new ToolError(`'${path}' is the root of the file system, and is never removed.`, {
        code: "access-denied",
        absolutePath: path,
      });
    const { path: paths } = this.backend.files;
    return this.#locked(paths.join(entry.folder, entry.name), undefined, () =>
      this.#in(entry.folder, async (directory) => {
        if ((await directory.stat(entry.name)) === undefined) return false;
        await removeTree(directory, entry.name);
        return true;
      }).catch(missing(false)),
    );
  }

  /** Runs an operation in the folder of a path, without following the last component. */
  async inFolderOf<Result>(
    path: string,
    work: (directory: DirectoryHandle, name: string) => Promise<Result>,
  ): Promise<Result> {
    const entry = await this.#entry(path);
    if (entry === undefined)
      throw new ToolError(`'${path}' is the root of the file system.`, {
        code: "access-denied",
        absolutePath: path,
      });
    return this.#in(entry.folder, (directory) => work(directory, entry.name));
  }

  /** Returns the real folder of a path and its name there; `undefined` for a root. */
  async #entry(path: string) {
    const { path: paths } = this.backend.files;
    const absolute = paths.normalize(this.absolute(path)).replace(/(.)\/$/, "$1");
    const above = paths.dirname(absolute);
    if (above === absolute) return undefined;
    return { folder: (await this.backend.files.resolve(above)).path, name: paths.basename(absolute) };
  }

  async #in<Result>(folder: string, work: (directory: DirectoryHandle) => Promise<Result>): Promise<Result> {
    const directory = await this.backend.files.openDirectory(folder);
    try {
      return await work(directory);
    } finally {
      await directory.close();
    }
  }

  async #locked<Result>(
    path: string,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const lock = await this.backend.locks?.acquire(path, { signal: signal ?? new AbortController().signal });
    try {
      return await work();
    } finally {
      await lock?.release();
    }
  }
}

/** Returns a handler that replaces the failure that a path does not exist. */
function missing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (ToolError.isInstance(error) && error.code === "not-found") return value;
    throw error;
  };
}

function notAFile(path: string): ToolError {
  return new ToolError(`'${path}' is not a regular file.`, { code: "not-a-file", absolutePath: path });
}

function tooLarge(path: string): ToolError {
  return new ToolError(
    `'${path}' is larger than ${MAX_FILE_BYTES} bytes, which is too much to read at once. Read a part of it by a command.`,
    { code: "file-too-large", absolutePath: path },
  );
}
