import type { Backend, DirectoryHandle, FileSystem, ResolvedPath } from "../../../src/contract/index.js";

/** The names of a volume that ignores letter case. */
export interface VolumeNames {
  /** `"as-created"` as on APFS and NTFS; `"decomposed"` as on HFS+, which stores `é` as `e` and an accent. */
  readonly stored: "as-created" | "decomposed";
}

type Method = (...parameters: unknown[]) => Promise<unknown>;

const originals = new WeakMap<object, DirectoryHandle>();

/** Methods of a directory whose first parameter is a name in it. */
const TAKES_NAME: ReadonlySet<string> = new Set([
  ...["stat", "openFile", "createFile", "openForWriting", "readLink", "makeSymlink"],
  ...["makeDirectory", "openDirectory", "removeFile", "removeDirectory"],
]);

/**
 * A backend on a volume like those of macOS and Windows, over one that distinguishes all names: each spelling opens the same entry,
 * an entry that exists is reported as it is stored, and a missing one as it was requested.
 */
export function volumeBackend(base: Backend, { stored }: VolumeNames): Backend {
  const { resolveNow: _, ...files } = base.files;
  const newName = (name: string) => (stored === "decomposed" ? name.normalize("NFD") : name);

  const storedIn = async (directory: DirectoryHandle, name: string): Promise<string | undefined> => {
    const entries = await directory.list();
    return entries.find((entry) => folded(entry.name) === folded(name))?.name;
  };

  const resolve = async (path: string): Promise<ResolvedPath> => {
    let known = "/";
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    for (const [at, name] of names.entries()) {
      const found = name === ".." ? name : await inFolder(known, name);
      if (found === undefined) return base.files.resolve([known, ...names.slice(at)].join("/"));
      known = `${known}/${found}`;
    }
    return base.files.resolve(known);
  };

  const inFolder = async (path: string, name: string): Promise<string | undefined> => {
    const { path: real, stat } = await base.files.resolve(path);
    // The base reports what is wrong with a path below a file.
    if (stat?.type !== "directory") return name;
    const directory = await base.files.openDirectory(real);
    try {
      return await storedIn(directory, name);
    } finally {
      await directory.close();
    }
  };

  const wrap = (handle: DirectoryHandle): DirectoryHandle => {
    const rename: DirectoryHandle["rename"] = async (name, { directory, ...target }) => {
      const to = directory === undefined ? handle : (originals.get(directory) ?? directory);
      const from = (await storedIn(handle, name)) ?? name;
      const taken = await storedIn(to, target.name);
      const isItself = to.path === handle.path && taken === from;
      const targetName = taken === undefined || isItself ? newName(target.name) : taken;
      await handle.rename(from, { ...target, name: targetName, directory: to });
    };
    const wrapped = new Proxy(handle, {
      get(target, key) {
        if (key === "rename") return rename;
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== "function") return member;
        const method = (member as Method).bind(target);
        if (typeof key !== "string" || !TAKES_NAME.has(key)) return method;
        return async (name: string, ...rest: unknown[]) => {
          const found = (await storedIn(handle, name)) ?? newName(name);
          const result = await method(found, ...rest);
          return key === "openDirectory" ? wrap(result as DirectoryHandle) : result;
        };
      },
    });
    originals.set(wrapped, handle);
    return wrapped;
  };

  const changed: FileSystem = {
    ...files,
    caseSensitive: false,
    resolve,
    openDirectory: async (path, options) => {
      // An anchor is compared with the real path, as the system does.
      const { path: real } = await resolve(path);
      return wrap(await base.files.openDirectory(real, options));
    },
  };
  return { ...base, files: changed };
}

/** How these volumes compare names. */
function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
