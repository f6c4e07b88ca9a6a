import type { Backend, DirectoryHandle, FileSystem, Search, SearchScope } from "../../contract/index.js";
import { isTemporaryName } from "../../workspace/index.js";

/** One access to a path, as the backend saw it. A check whether a path exists does not count. */
export interface Touch {
  readonly access: "read" | "write";
  /** The absolute path, without symlinks. */
  readonly path: string;
  /** `subtree`: the access also includes everything below the path, as in a search. */
  readonly scope: "self" | "subtree";
  /** The operation, for messages: `openFile`, `rename`, `search.text` ... */
  readonly operation: string;
}

/** A listener that is called before each access. */
export type TouchListener = (touch: Touch) => void;

/**
 * Returns the same backend, but reports every access to content: opened files, listed folders, created, renamed and
 * removed entries, and searches. The temporary files of a write count when they are renamed to their path.
 */
export function watchBackend(backend: Backend, onTouch: TouchListener): Backend {
  return {
    ...backend,
    files: watchFiles(backend.files, onTouch),
    ...(backend.search !== undefined && { search: watchSearch(backend.search, onTouch) }),
  };
}

function watchFiles(files: FileSystem, onTouch: TouchListener): FileSystem {
  const directories = new WatchedDirectories(files, onTouch);
  return passing(files, {
    openDirectory: async (path: string) => directories.watch(await files.openDirectory(path)),
  });
}

function watchSearch(search: Search, onTouch: TouchListener): Search {
  const tell = ({ path }: SearchScope, operation: string) =>
    onTouch({ access: "read", path, scope: "subtree", operation });
  return passing(search, {
    files: (request: SearchScope) => {
      tell(request, "search.files");
      return search.files(request);
    },
    text: (request: Parameters<Search["text"]>[0]) => {
      tell(request, "search.text");
      return search.text(request);
    },
    ...(search.count !== undefined && {
      count: (request: Parameters<Search["text"]>[0]) => {
        tell(request, "search.count");
        return (search as Required<Search>).count(request);
      },
    }),
  });
}

class WatchedDirectories {
  readonly #files: FileSystem;
  readonly #onTouch: TouchListener;
  /** The original handles: a rename into another folder needs the original handle of that folder, not the watched one. */
  readonly #originals = new WeakMap<DirectoryHandle, DirectoryHandle>();

  constructor(files: FileSystem, onTouch: TouchListener) {
    this.#files = files;
    this.#onTouch = onTouch;
  }

  watch(directory: DirectoryHandle): DirectoryHandle {
    const tell = (access: Touch["access"], name: string, operation: string, within = directory) => {
      if (isTemporaryName(name)) return;
      this.#onTouch({ access, path: this.#files.path.join(within.path, name), scope: "self", operation });
    };
    const { makeSymlink } = directory;
    const watched = passing(directory, {
      list: () => {
        this.#onTouch({ access: "read", path: directory.path, scope: "self", operation: "list" });
        return directory.list();
      },
      openFile: (name: string) => {
        tell("read", name, "openFile");
        return directory.openFile(name);
      },
      createFile: (name: string, options: { readonly mode: number }) => {
        tell("write", name, "createFile");
        return directory.createFile(name, options);
      },
      openForWriting: (name: string) => {
        tell("write", name, "openForWriting");
        return directory.openForWriting(name);
      },
      makeDirectory: async (name: string, options?: { readonly mode?: number }) => {
        // A folder that exists is not changed.
        if ((await directory.stat(name)) === undefined) tell("write", name, "makeDirectory");
        return directory.makeDirectory(name, options);
      },
      ...(makeSymlink !== undefined && {
        makeSymlink: (name: string, target: string) => {
          tell("write", name, "makeSymlink");
          return makeSymlink.call(directory, name, target);
        },
      }),
      openDirectory: async (name: string) => this.watch(await directory.openDirectory(name)),
      rename: (name: string, target: Parameters<DirectoryHandle["rename"]>[1]) => {
        const into = target.directory && (this.#originals.get(target.directory) ?? target.directory);
        tell("write", name, "rename");
        tell("write", target.name, "rename", into);
        return directory.rename(name, { ...target, ...(into !== undefined && { directory: into }) });
      },
      removeFile: (name: string) => {
        tell("write", name, "removeFile");
        return directory.removeFile(name);
      },
      removeDirectory: (name: string) => {
        tell("write", name, "removeDirectory");
        return directory.removeDirectory(name);
      },
    });
    this.#originals.set(watched, directory);
    return watched;
  }
}

/** Returns the same object with some methods replaced. The others run on the object itself, which has its private fields. */
function passing<Target extends object>(target: Target, own: Partial<Target>): Target {
  return new Proxy(target, {
    get: (object, property) => {
      if (Object.hasOwn(own, property)) return Reflect.get(own, property);
      const value: unknown = Reflect.get(object, property, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}
