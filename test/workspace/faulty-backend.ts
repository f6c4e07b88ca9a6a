import type {
  Backend,
  DirectoryHandle,
  FileSystem,
  ReadHandle,
  WriteHandle,
} from "../../src/contract/index.js";

/**
 * Called before every step that an operation takes in the file system; what it throws, the step throws. The detail of a
 * rename says whether it leads to `"other directory"`.
 */
export type Interference = (step: string, detail?: string) => void | Promise<void>;

/** A backend whose every step can be interfered with. */
export function interferedBackend(backend: Backend, interfere: Interference): Backend {
  const files: FileSystem = {
    ...backend.files,
    resolve: async (path) => {
      await interfere("resolve");
      return backend.files.resolve(path);
    },
    openDirectory: async (path) => {
      await interfere("openDirectory");
      return directory(await backend.files.openDirectory(path), interfere);
    },
  };
  return { ...backend, files };
}

// What the backend itself knows, for a rename into another directory.
const unwrapped = new WeakMap<DirectoryHandle, DirectoryHandle>();

function directory(inner: DirectoryHandle, interfere: Interference): DirectoryHandle {
  const step = async <Result>(name: string, work: () => Promise<Result>, detail?: string) => {
    await interfere(name, detail);
    return work();
  };
  const wrapped: DirectoryHandle = {
    path: inner.path,
    stat: (name) => step("stat", () => inner.stat(name)),
    list: () => step("list", () => inner.list()),
    openFile: (name) => step("openFile", async () => reading(await inner.openFile(name), interfere)),
    createFile: (name, options) =>
      step("createFile", async () => writing(await inner.createFile(name, options), interfere)),
    openForWriting: (name) =>
      step("openForWriting", async () => writing(await inner.openForWriting(name), interfere)),
    makeDirectory: (name, options) => step("makeDirectory", () => inner.makeDirectory(name, options)),
    ...(inner.readLink === undefined
      ? {}
      : { readLink: (name: string) => step("readLink", async () => (await inner.readLink?.(name)) ?? "") }),
    ...(inner.makeSymlink === undefined
      ? {}
      : {
          makeSymlink: (name: string, target: string) =>
            step("makeSymlink", async () => inner.makeSymlink?.(name, target)),
        }),
    openDirectory: (name) =>
      step("openDirectory", async () => directory(await inner.openDirectory(name), interfere)),
    rename: (name, target) => {
      const { directory: into, ...rest } = target;
      const real = into === undefined ? undefined : (unwrapped.get(into) ?? into);
      const leaves = real !== undefined && real.path !== inner.path;
      return step(
        "rename",
        () => inner.rename(name, real === undefined ? rest : { ...rest, directory: real }),
        leaves ? "other directory" : undefined,
      );
    },
    removeFile: (name) => step("removeFile", () => inner.removeFile(name)),
    removeDirectory: (name) => step("removeDirectory", () => inner.removeDirectory(name)),
    sync: () => step("syncDirectory", () => inner.sync()),
    // A close frees the descriptor whatever it reports.
    close: () => inner.close(),
  };
  unwrapped.set(wrapped, inner);
  return wrapped;
}

function reading(inner: ReadHandle, interfere: Interference): ReadHandle {
  return {
    stat: inner.stat,
    read: async (buffer, position) => {
      await interfere("read");
      return inner.read(buffer, position);
    },
    close: () => inner.close(),
  };
}

function writing(inner: WriteHandle, interfere: Interference): WriteHandle {
  const step = async <Result>(name: string, work: () => Promise<Result>) => {
    await interfere(name);
    return work();
  };
  return {
    write: (bytes, position) =>
      step("write", async () => {
        // Half of it first, so that a death in the middle of a write is tried as well.
        const half = bytes.byteLength >> 1;
        await inner.write(bytes.subarray(0, half), position);
        await interfere("write on");
        await inner.write(bytes.subarray(half), position + half);
      }),
    truncate: (size) => step("truncate", () => inner.truncate(size)),
    setMode: (mode) => step("setMode", () => inner.setMode(mode)),
    setOwner: (owner) => step("setOwner", () => inner.setOwner(owner)),
    sync: () => step("sync", () => inner.sync()),
    stat: () => inner.stat(),
    close: async () => {
      try {
        await interfere("close");
      } finally {
        await inner.close();
      }
    },
  };
}
