import { constants, openSync } from "node:fs";
import * as path from "node:path";
import {
  type DirectoryEntry,
  type DirectoryHandle,
  type FileStat,
  type OpenFileOptions,
  type OpenForWritingOptions,
  type ReadHandle,
  type RenameTarget,
  type ResolvedPath,
  ToolError,
  type WriteHandle,
} from "../../contract/index.js";
import { changedSinceApproval, fileFailure, foreignDirectory } from "../failure/index.js";
import { anchorChild, type DirectoryAnchor } from "./directory-anchor.js";
import { errnoOf, fileError } from "./file-error.js";
import { LocalReadHandle, LocalWriteHandle } from "./file-handles.js";
import { requireRegularFile, toFileStat } from "./file-stat.js";
import { certainlyBeforeNs, knownListing, rememberListing } from "./listings/index.js";
import { forgetFoundEntries, SharedDescriptor, wasJustFound } from "./recent-folders.js";
import { renameIfFree } from "./rename-if-free.js";
import { FileSyncs } from "./syncs/index.js";
import {
  closeQuietly,
  fchmod,
  fstat,
  lstat,
  lstatIfExists,
  mkdir,
  open,
  readDirectory,
  readlink,
  rename,
  rmdir,
  symlink,
  unlink,
} from "./system-calls.js";

const OWNER_ONLY = 0o700;

// Absent on Windows; 0 there.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
// If a FIFO or terminal is swapped in after the check, the open neither blocks nor takes over the terminal.
const NO_BLOCK = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** An open directory on this machine. */
export class LocalDirectory implements DirectoryHandle {
  constructor(
    readonly path: string,
    readonly anchor: DirectoryAnchor,
    private readonly syncs = new FileSyncs(),
    /** The look-up of an entry that led to this directory. */
    private readonly found?: ResolvedPath,
  ) {}

  async stat(name: string): Promise<FileStat | undefined> {
    const systemPath = await this.#locate(name);
    try {
      const stats = await lstatIfExists(systemPath);
      return stats && toFileStat(stats);
    } catch (error) {
      throw fileError(error, this.#pathOf(name));
    }
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    return this.#run(this.path, async () => {
      const location = await this.anchor.self();
      if (this.anchor.kind === "path") return readDirectory(location);
      const known = knownListing(this.path, location);
      if (known !== undefined) return known;
      const beganNs = certainlyBeforeNs();
      const entries = await readDirectory(location);
      await rememberListing(this.path, location, { entries, beganNs });
      return entries;
    });
  }

  async openFile(name: string, { access = "read" }: OpenFileOptions = {}): Promise<ReadHandle> {
    const filePath = this.#pathOf(name);
    if (access === "read-write") {
      const both = await this.openDescriptor(name, constants.O_RDWR).catch(() => undefined);
      if (both !== undefined) return new LocalReadHandle(both.descriptor, filePath, both.stat, this.syncs);
      // A file that may not be written, or whose program runs, may still be read.
    }
    const { descriptor, stat } = await this.openDescriptor(name, constants.O_RDONLY);
    return new LocalReadHandle(descriptor, filePath, stat);
  }

  async createFile(name: string, options: { readonly mode: number }): Promise<WriteHandle> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
    const descriptor = await this.#run(this.#pathOf(name), async () =>
      open(await this.#locate(name), flags, options.mode),
    );
    return new LocalWriteHandle(descriptor, this.#pathOf(name), { syncs: this.syncs, folder: this.path });
  }

  async openForWriting(name: string, { opened }: OpenForWritingOptions = {}): Promise<WriteHandle> {
    const shared = LocalReadHandle.isOwn(opened) ? opened.writer() : undefined;
    if (shared !== undefined) return shared;
    const { descriptor, stat } = await this.openDescriptor(name, constants.O_WRONLY);
    return new LocalWriteHandle(descriptor, this.#pathOf(name), { stat, syncs: this.syncs });
  }

  async readLink(name: string): Promise<string> {
    return this.#run(this.#pathOf(name), async () =>
      readlink(await this.#locate(name)).catch((error: unknown) => {
        // It was a symlink when the caller looked.
        if (errnoOf(error) !== "EINVAL") throw error;
        throw fileFailure("not-a-symlink", this.#pathOf(name), { cause: error });
      }),
    );
  }

  async makeSymlink(name: string, target: string): Promise<void> {
    await this.#run(this.#pathOf(name), async () => symlink(target, await this.#locate(name)));
  }

  async makeDirectory(name: string, options: { readonly mode?: number } = {}): Promise<void> {
    const systemPath = await this.#locate(name);
    try {
      await makeDirectory(systemPath, options.mode);
    } catch (error) {
      if (errnoOf(error) === "EEXIST" && (await this.stat(name))?.type === "directory") return;
      throw fileError(error, this.#pathOf(name));
    }
  }

  async openDirectory(name: string): Promise<DirectoryHandle> {
    requireName(name);
    const childPath = this.#pathOf(name);
    return new LocalDirectory(childPath, await anchorChild(this.anchor, name, childPath), this.syncs);
  }

  async rename(name: string, target: RenameTarget): Promise<void> {
    const directory = target.directory ?? this;
    if (!(directory instanceof LocalDirectory)) throw foreignDirectory(directory.path);
    const act = target.whenTaken === "refuse" ? renameIfFree : rename;
    const targetPath = directory.#pathOf(target.name);
    forgetFoundEntries();
    try {
      await act(await this.#locate(name), await directory.#locate(target.name));
    } catch (error) {
      throw await this.#renameFailure(error, name, targetPath);
    }
  }

  async removeFile(name: string): Promise<void> {
    forgetFoundEntries();
    await this.#run(this.#pathOf(name), async () => unlink(await this.#locate(name)));
  }

  async removeDirectory(name: string): Promise<void> {
    forgetFoundEntries();
    await this.#run(this.#pathOf(name), async () => rmdir(await this.#locate(name)));
  }

  /**
   * Does nothing if a directory cannot be synced: on Windows, without read permission, on some network
   * volumes.
   */
  async sync(): Promise<void> {
    if (process.platform === "win32") return;
    const systemPath = await this.anchor.self();
    try {
      // The kernel has the directory cached, so opening it again needs no disk access.
      await this.syncs.folder(
        this.path,
        () =>
          this.anchor.syncable?.() ??
          new SharedDescriptor(openSync(systemPath, constants.O_RDONLY | constants.O_DIRECTORY)),
      );
    } catch (error) {
      if (!["EACCES", "EINVAL", "ENOTSUP", "ENOSYS"].includes(errnoOf(error) ?? "")) {
        throw fileError(error, this.path);
      }
    }
  }

  async close(): Promise<void> {
    this.anchor.close();
  }

  /** Opens an existing regular file; the caller must close the descriptor. */
  async openDescriptor(name: string, access: number): Promise<{ descriptor: number; stat: FileStat }> {
    const filePath = this.#pathOf(name);
    return this.#run(filePath, async () => {
      const systemPath = await this.#locate(name);
      const seen = this.#justFound(name) ?? toFileStat(await lstat(systemPath));
      requireRegularFile(seen.type, filePath);
      let descriptor: number;
      try {
        descriptor = await open(systemPath, access | NO_FOLLOW | NO_BLOCK);
      } catch (error) {
        // O_NOFOLLOW reports a symlink that appeared after the check as ELOOP.
        if (errnoOf(error) === "ELOOP") throw changedSinceApproval(filePath, "it is now a symbolic link");
        throw error;
      }
      const stat = toFileStat(fstat(descriptor));
      try {
        requireRegularFile(stat.type, filePath);
        // A descriptor anchor keeps the name inside the directory; a path anchor needs the comparison. Another file that has further
        // names was not judged by them.
        if (stat.identity !== seen.identity && (this.anchor.kind === "path" || stat.links > 1)) {
          throw changedSinceApproval(filePath, "it is now another file");
        }
      } catch (error) {
        closeQuietly(descriptor);
        throw error;
      }
      return { descriptor, stat };
    });
  }

  /** Returns the status of an entry that was looked up since the last event of the loop. */
  #justFound(name: string): FileStat | undefined {
    const stat = this.found?.stat;
    const isFound = stat !== undefined && this.found?.path === this.#pathOf(name);
    return isFound && wasJustFound(stat, this.path) ? stat : undefined;
  }

  /** Finds out which of the two names a failed rename means; the system does not say. */
  async #renameFailure(error: unknown, name: string, targetPath: string): Promise<unknown> {
    const errno = errnoOf(error);
    if (errno === "EINVAL") return fileFailure("into-itself", targetPath, { cause: error });
    const isSourceMissing = errno === "ENOENT" && (await this.stat(name)) === undefined;
    return fileError(error, isSourceMissing ? this.#pathOf(name) : targetPath);
  }

  #pathOf(name: string): string {
    return path.join(this.path, name);
  }

  #locate(name: string): string | Promise<string> {
    requireName(name);
    return this.anchor.locate(name);
  }

  async #run<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw fileError(error, subject);
    }
  }
}

function requireName(name: string): void {
  const hasSeparator = name.includes("/") || name.includes("\0") || (path.sep === "\\" && /[\\:]/.test(name));
  if (name === "" || name === "." || name === ".." || hasSeparator) {
    throw new ToolError(`${JSON.stringify(name)} is not a single name in a directory.`, {
      code: "invalid-path",
    });
  }
}

/**
 * Creates a directory (`EEXIST` if the name is taken), with exactly the given mode.
 *
 * The process's umask changes the mode of `mkdir`, so the mode is set afterwards, and on a descriptor: by
 * name, it might be set on the target of a symlink that replaced the directory.
 */
async function makeDirectory(systemPath: string, mode: number | undefined): Promise<void> {
  if (mode === undefined || process.platform === "win32") return void (await mkdir(systemPath));
  await mkdir(systemPath, OWNER_ONLY);
  const descriptor = await open(
    systemPath,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  try {
    await fchmod(descriptor, mode);
  } finally {
    closeQuietly(descriptor);
  }
}
