import type {
  Backend,
  DirectoryHandle,
  FileSystem,
  ReadHandle,
  WriteHandle,
} from "../../src/contract/index.js";

/**
 * Called before every step of an operation in the file system; the step rethrows its errors. The detail of a rename
 * says whether it leads to `"other directory"`.
 */
export type Interference = (step: string, detail?: string) => void | Promise<void>;

/**
 * Returns a backend with interference in every step.
 *
 * @param afterwards - called after every step that changes something: a network volume may report an error for an
 * operation that it has carried out
 */
export function interferedBackend(
  backend: Backend,
  before: Interference,
  afterwards: Interference = () => {},
): Backend {
  const interfere: Interferences = { before, afterwards };
  const files: FileSystem = {
    ...backend.files,
    resolve: async (path) => {
      await before("resolve");
      return backend.files.resolve(path);
    },
    openDirectory: async (path) => {
      await before("openDirectory");
      return directory(await backend.files.openDirectory(path), interfere);
    },
  };
  return { ...backend, files };
}

// The backend's own directory, for a rename into another directory.
const unwrapped = new WeakMap<DirectoryHandle, DirectoryHandle>();

interface Interferences {
  readonly before: Interference;
  readonly afterwards: Interference;
}

function directory(inner: DirectoryHandle, interfere: Interferences): DirectoryHandle {
  const step = async <Result>(name: string, work: () => Promise<Result>, detail?: string) => {
    await interfere.before(name, detail);
    return work();
  };
  const change = async <Result>(name: string, work: () => Promise<Result>, detail?: string) => {
    const result = await step(name, work, detail);
    await interfere.afterwards(name, detail);
    return result;
  };
  const wrapped: DirectoryHandle = {
    path: inner.path,
    stat: (name) => step("stat", () => inner.stat(name)),
    list: () => step("list", () => inner.list()),
    openFile: (name) => step("openFile", async () => reading(await inner.openFile(name), interfere.before)),
    createFile: async (name, options) => {
      const handle = await step("createFile", () => inner.createFile(name, options));
      try {
        await interfere.afterwards("createFile");
      } catch (error) {
        await handle.close();
        throw error;
      }
      return writing(handle, interfere);
    },
    openForWriting: (name) =>
      step("openForWriting", async () => writing(await inner.openForWriting(name), interfere)),
    makeDirectory: (name, options) => change("makeDirectory", () => inner.makeDirectory(name, options)),
    ...(inner.readLink === undefined
      ? {}
      : { readLink: (name: string) => step("readLink", async () => (await inner.readLink?.(name)) ?? "") }),
    ...(inner.makeSymlink === undefined
      ? {}
      : {
          makeSymlink: (name: string, target: string) =>
            change("makeSymlink", async () => inner.makeSymlink?.(name, target)),
        }),
    openDirectory: (name) =>
      step("openDirectory", async () => directory(await inner.openDirectory(name), interfere)),
    rename: (name, target) => {
      const { directory: into, ...rest } = target;
      const real = into === undefined ? undefined : (unwrapped.get(into) ?? into);
      const leaves = real !== undefined && real.path !== inner.path;
      return change(
        "rename",
        () => inner.rename(name, real === undefined ? rest : { ...rest, directory: real }),
        leaves ? "other directory" : undefined,
      );
    },
    removeFile: (name) => change("removeFile", () => inner.removeFile(name)),
    removeDirectory: (name) => change("removeDirectory", () => inner.removeDirectory(name)),
    sync: () => change("syncDirectory", () => inner.sync()),
    // A close frees the descriptor, whatever it reports.
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

function writing(inner: WriteHandle, { before, afterwards }: Interferences): WriteHandle {
  const step = async (name: string, work: () => Promise<void>) => {
    await before(name);
    await work();
    await afterwards(name);
  };
  return {
    write: (bytes, position) =>
      step("write", async () => {
        // Half of it first, to also test a death in the middle of a write.
        const half = bytes.byteLength >> 1;
        await inner.write(bytes.subarray(0, half), position);
        await before("write on");
        await inner.write(bytes.subarray(half), position + half);
      }),
    truncate: (size) => step("truncate", () => inner.truncate(size)),
    setMode: (mode) => step("setMode", () => inner.setMode(mode)),
    setOwner: (owner) => step("setOwner", () => inner.setOwner(owner)),
    sync: () => step("sync", () => inner.sync()),
    stat: () => inner.stat(),
    close: async () => {
      try {
        await before("close");
      } finally {
        await inner.close();
      }
      await afterwards("close");
    },
  };
}
