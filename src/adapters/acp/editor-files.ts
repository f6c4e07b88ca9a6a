import type { DirectoryHandle, FileSystem, ReadHandle, WriteHandle } from "../../contract/index.js";
import { isTemporaryName } from "../../workspace/index.js";
import type { EditorTexts } from "./editor-texts.js";

/**
 * Returns a file system whose reads see the unsaved buffers of the editor, and whose changes are passed on to it. A file is
 * first written to the disk, as always, so a change is complete even if the editor does not answer.
 */
export function editorFiles(files: FileSystem, texts: EditorTexts): FileSystem {
  const directories = new EditorDirectories(files, texts);
  return passing(files, {
    resolve: async (path: string) => {
      const found = await files.resolve(path);
      const size = texts.sizeOf(found.path);
      return size === undefined || found.stat === undefined
        ? found
        : { ...found, stat: { ...found.stat, size } };
    },
    openDirectory: async (...parameters: Parameters<FileSystem["openDirectory"]>) =>
      directories.layer(await files.openDirectory(...parameters)),
  });
}

class EditorDirectories {
  readonly #files: FileSystem;
  readonly #texts: EditorTexts;
  /** The handles of the backend by those of this layer: the backend accepts only its own. */
  readonly #directories = new WeakMap<DirectoryHandle, DirectoryHandle>();
  readonly #opened = new WeakMap<ReadHandle, ReadHandle>();

  constructor(files: FileSystem, texts: EditorTexts) {
    this.#files = files;
    this.#texts = texts;
  }

  layer(directory: DirectoryHandle): DirectoryHandle {
    const pathOf = (name: string, within = directory) => this.#files.path.join(within.path, name);
    const layered = passing(directory, {
      stat: async (name: string) => {
        const stat = await directory.stat(name);
        const size = this.#texts.sizeOf(pathOf(name));
        return stat === undefined || size === undefined ? stat : { ...stat, size };
      },
      openFile: async (...parameters: Parameters<DirectoryHandle["openFile"]>) => {
        const handle = await directory.openFile(...parameters);
        const [name] = parameters;
        return isTemporaryName(name) ? handle : this.#read(handle, pathOf(name));
      },
      openForWriting: async (
        name: string,
        options: Parameters<DirectoryHandle["openForWriting"]>[1] = {},
      ) => {
        const opened = options.opened && (this.#opened.get(options.opened) ?? options.opened);
        const before = await this.#texts.before(pathOf(name), directory, name);
        const handle = await directory.openForWriting(name, { ...options, opened });
        return this.#write(handle, () => this.#texts.changed(pathOf(name), before, [directory, name]));
      },
      openDirectory: async (name: string) => this.layer(await directory.openDirectory(name)),
      rename: async (name: string, target: Parameters<DirectoryHandle["rename"]>[1]) => {
        const into = (target.directory && this.#directories.get(target.directory)) ?? target.directory;
        const folder = into ?? directory;
        const path = pathOf(target.name, folder);
        const isShown = !isTemporaryName(target.name);
        const before = isShown ? await this.#texts.before(path, folder, target.name) : null;
        await directory.rename(name, { ...target, ...(into !== undefined && { directory: into }) });
        if (isShown) await this.#texts.changed(path, before, [folder, target.name]);
      },
    });
    this.#directories.set(layered, directory);
    return layered;
  }

  async #read(handle: ReadHandle, path: string): Promise<ReadHandle> {
    const bytes = await this.#texts.unsaved(path, handle);
    if (bytes === undefined) return handle;
    const layered: ReadHandle = {
      stat: { ...handle.stat, size: bytes.byteLength },
      read: async (buffer, position) => {
        const part = bytes.subarray(position, position + buffer.byteLength);
        buffer.set(part);
        return part.byteLength;
      },
      close: () => handle.close(),
    };
    this.#opened.set(layered, handle);
    return layered;
  }

  #write(handle: WriteHandle, changed: () => Promise<void>): WriteHandle {
    return passing(handle, {
      close: async () => {
        await handle.close();
        await changed();
      },
    });
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
