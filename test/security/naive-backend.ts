import { constants, realpathSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rmdir, stat, unlink } from "node:fs/promises";
import { join, normalize } from "node:path";
import type {
  Backend,
  DirectoryHandle,
  FileStat,
  FileSystem,
  ReadHandle,
  ResolvedPath,
  WriteHandle,
} from "../../src/index.js";

/**
 * Creates a file system that works like most tools: it checks a path, then opens whatever is there by then. For controls.
 *
 * It uses no folder handles, follows a symlink at the end of a path, and opens FIFOs and devices like files.
 */
export function withoutAnchors(backend: Backend): Backend {
  const files: FileSystem = {
    ...backend.files,
    openDirectory: async (path) => {
      // As long as it takes on a machine with something else to do; without it a race may be won by luck.
      await new Promise((resolve) => setTimeout(resolve, 1));
      return new NaiveDirectory(path);
    },
  };
  return { ...backend, files };
}

/** Creates a search and a shell that resolve their folder only when they start. For controls. */
export function followingStarts({ search, shell, ...backend }: Backend): Backend {
  if (search === undefined || shell === undefined) throw new Error("The backend lacks a port.");
  return {
    ...backend,
    search: {
      files: (scope) => search.files({ ...scope, path: realpathSync(scope.path) }),
      text: (request) => search.text({ ...request, path: realpathSync(request.path) }),
    },
    shell: { run: (request) => shell.run({ ...request, cwd: realpathSync(request.cwd) }) },
  };
}

/** Creates a file system that resolves `..` as text and never resolves symlinks. For controls. */
export function withoutResolution(backend: Backend): Backend {
  const files: FileSystem = {
    ...backend.files,
    resolve: async (path): Promise<ResolvedPath> => {
      const letters = normalize(path);
      const found = await lstat(letters).then(undefined, () => undefined);
      if (found === undefined) return { path: letters };
      // What the kernel says through the link counts as being here.
      const behind = await stat(letters).then(undefined, () => undefined);
      return behind === undefined ? { path: letters } : { path: letters, stat: statOf(behind) };
    },
    openDirectory: async (path) => new NaiveDirectory(path),
  };
  return { ...backend, files };
}

/** Creates a file system that treats every entry except folders as a regular file. For controls. */
export function withoutFileTypes(backend: Backend): Backend {
  const files: FileSystem = {
    ...backend.files,
    resolve: async (path) => {
      const resolved = await backend.files.resolve(path);
      return resolved.stat?.type === "other"
        ? { ...resolved, stat: { ...resolved.stat, type: "file" } }
        : resolved;
    },
    openDirectory: async (path) => new NaiveDirectory(path),
  };
  return { ...backend, files };
}

/** Creates a file system that treats symlinks in a folder as their targets. For controls. */
export function withoutLinkTypes(backend: Backend): Backend {
  const files: FileSystem = {
    ...backend.files,
    openDirectory: async (path) => new FollowingDirectory(path),
  };
  return { ...backend, files };
}

/** Creates a backend without locks between processes. For controls. */
export function withoutLocks({ locks: _, ...backend }: Backend): Backend {
  return backend;
}

/** Creates a backend without an intent log for unfinished changes. For controls. */
export function withoutNotes({ intentLog: _, ...backend }: Backend): Backend {
  return backend;
}

class NaiveDirectory implements DirectoryHandle {
  constructor(readonly path: string) {}

  async stat(name: string): Promise<FileStat | undefined> {
    return lstat(join(this.path, name)).then(statOf, () => undefined);
  }

  async list(): ReturnType<DirectoryHandle["list"]> {
    const entries = await readdir(this.path, { withFileTypes: true });
    return entries.map((entry) => ({
      name: entry.name,
      type: entry.isDirectory() ? "directory" : entry.isSymbolicLink() ? "symlink" : "file",
    }));
  }

  async openFile(name: string): Promise<ReadHandle> {
    // Without O_NONBLOCK a FIFO would stop the test, not only fail it.
    const handle = await open(join(this.path, name), constants.O_RDONLY | constants.O_NONBLOCK);
    return {
      stat: { ...statOf(await handle.stat()), type: "file" },
      read: async (buffer, position) => {
        try {
          return (await handle.read(buffer, 0, buffer.byteLength, position)).bytesRead;
        } catch {
          // What cannot be read at a position is read as it comes.
          return (await handle.read(buffer, 0, buffer.byteLength, null)).bytesRead;
        }
      },
      close: () => handle.close(),
    };
  }

  async createFile(name: string, options: { readonly mode: number }): Promise<WriteHandle> {
    return writeHandle(await open(join(this.path, name), "w", options.mode));
  }

  async openForWriting(name: string): Promise<WriteHandle> {
    return writeHandle(await open(join(this.path, name), constants.O_WRONLY));
  }

  async makeDirectory(name: string): Promise<void> {
    await mkdir(join(this.path, name), { recursive: true });
  }

  async openDirectory(name: string): Promise<DirectoryHandle> {
    return new NaiveDirectory(join(this.path, name));
  }

  async rename(
    name: string,
    target: { readonly directory?: DirectoryHandle; readonly name: string },
  ): Promise<void> {
    await rename(join(this.path, name), join(target.directory?.path ?? this.path, target.name));
  }

  async removeFile(name: string): Promise<void> {
    await unlink(join(this.path, name));
  }

  async removeDirectory(name: string): Promise<void> {
    await rmdir(join(this.path, name));
  }

  async sync(): Promise<void> {}

  async close(): Promise<void> {}
}

class FollowingDirectory extends NaiveDirectory {
  override async stat(name: string): Promise<FileStat | undefined> {
    return stat(join(this.path, name)).then(statOf, () => undefined);
  }

  override async list(): ReturnType<DirectoryHandle["list"]> {
    const names = await readdir(this.path);
    return Promise.all(
      names.map(async (name) => ({ name, type: (await this.stat(name))?.type ?? "symlink" })),
    );
  }

  override async openDirectory(name: string): Promise<DirectoryHandle> {
    return new FollowingDirectory(join(this.path, name));
  }
}

function writeHandle(handle: FileHandle): WriteHandle {
  return {
    write: async (bytes, position) => {
      await handle.write(bytes, 0, bytes.byteLength, position);
    },
    truncate: (size) => handle.truncate(size),
    setMode: (mode) => handle.chmod(mode),
    setOwner: async () => {},
    sync: () => handle.sync(),
    stat: async () => statOf(await handle.stat()),
    close: () => handle.close(),
  };
}

function statOf(found: Awaited<ReturnType<typeof stat>>): FileStat {
  return {
    type: found.isDirectory()
      ? "directory"
      : found.isFile()
        ? "file"
        : found.isSymbolicLink()
          ? "symlink"
          : "other",
    size: Number(found.size),
    modifiedAtMs: Number(found.mtimeMs),
    mode: Number(found.mode) & 0o7777,
    owner: { user: Number(found.uid), group: Number(found.gid) },
    identity: `${found.dev}:${found.ino}`,
    links: Number(found.nlink),
  };
}
