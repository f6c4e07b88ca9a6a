import type { Backend, DirectoryHandle, FileSystem } from "../../src/contract/index.js";

const WRITING = [
  "createFile",
  "openForWriting",
  "makeDirectory",
  "makeSymlink",
  "rename",
  "removeFile",
  "removeDirectory",
] as const satisfies readonly (keyof DirectoryHandle)[];

/** An error that is not a `ToolError`, so that it is not mistaken for an ordinary failure. */
export class BaseWasWritten extends Error {}

/**
 * Returns the same backend, except that every changing method throws {@link BaseWasWritten}, and there is no
 * shell.
 */
export function readOnlyBackend(backend: Backend): Backend {
  const { name, search } = backend;
  return { name, files: readOnlyFiles(backend.files), ...(search === undefined ? {} : { search }) };
}

function readOnlyFiles(files: FileSystem): FileSystem {
  return { ...files, openDirectory: async (path) => readOnlyDirectory(await files.openDirectory(path)) };
}

function readOnlyDirectory(directory: DirectoryHandle): DirectoryHandle {
  return new Proxy(directory, {
    get: (target, property) => {
      if ((WRITING as readonly PropertyKey[]).includes(property)) {
        return () => {
          throw new BaseWasWritten(`${String(property)} was called in ${target.path}`);
        };
      }
      if (property === "openDirectory") {
        return async (name: string) => readOnlyDirectory(await target.openDirectory(name));
      }
      // Private fields belong to the target, so methods run on it.
      const value = Reflect.get(target, property, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
