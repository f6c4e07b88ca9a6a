import {
  type Backend,
  type FileLocation,
  type LineWindow,
  type LineWindowRequest,
  type ReadHandle,
  type TextFile,
  type TextUpdate,
  ToolError,
  type WorkspaceFiles,
  type WorkspaceScope,
} from "../contract/index.js";
import { requireAccess, requireFile } from "./access-rules.js";
import { createFile, replaceFile } from "./atomic-write.js";
import { throwIfCancelled } from "./cancellation.js";
import { contentHash } from "./content-hash.js";
import { discoverGuidance, type GuidanceFile } from "./guidance.js";
import { readLineWindow } from "./line-window.js";
import { openFolder } from "./parent-folders.js";
import type { PathBoundary } from "./path-boundary.js";
import type { PathLocks } from "./path-locks.js";
import { type CurrentFile, ReadTracker, type StalenessPolicy } from "./read-tracker.js";
import { decodeText, encodeText } from "./text-codec.js";
import { readWholeFile } from "./whole-file.js";

/** Largest file that is read whole to be edited: decoded, compared and written back, it takes several times that. */
export const MAX_TEXT_FILE_BYTES = 134_217_728;

/** What the files of all calls of a workspace share. */
export interface WorkspaceServices {
  readonly backend: Backend;
  readonly boundary: PathBoundary;
  readonly locks: PathLocks;
  readonly staleness: StalenessPolicy;
}

/** The files of one call; see `WorkspaceFiles`. */
export class ScopedFiles implements WorkspaceFiles {
  readonly #tracker: ReadTracker;

  constructor(
    private readonly services: WorkspaceServices,
    private readonly scope: WorkspaceScope,
  ) {
    this.#tracker = new ReadTracker(scope.session);
  }

  locate(path: string): Promise<FileLocation> {
    return this.services.boundary.locate(path, this.scope.session.cwd);
  }

  async readLines(path: string, request: LineWindowRequest): Promise<LineWindow> {
    const location = await this.#locateFor(path, "read");
    return this.#withFile(location, async (handle) => {
      const { window, wholeFile, runs } = await readLineWindow(handle, request, this.scope.signal);
      if (wholeFile !== undefined) {
        this.#tracker.recordWhole(location.path, contentHash(wholeFile));
      } else if (window.lines.length > 0) {
        const lastLine = window.firstLine + window.lines.length - 1;
        this.#tracker.recordWindow(
          location.path,
          handle.stat,
          { firstLine: window.firstLine, lastLine },
          runs,
        );
      }
      return window;
    });
  }

  async readBytes(path: string, options: { readonly maxBytes: number }): Promise<Uint8Array> {
    const location = await this.#locateFor(path, "read");
    return this.#withFile(location, (handle) => readWholeFile(handle, location.path, options.maxBytes));
  }

  async readHead(path: string, options: { readonly bytes: number }): Promise<Uint8Array> {
    const location = await this.#locateFor(path, "read");
    return this.#withFile(location, async (handle) => {
      const buffer = new Uint8Array(options.bytes);
      return buffer.subarray(0, await handle.read(buffer, 0));
    });
  }

  async readText(path: string): Promise<TextFile> {
    const location = await this.#locateFor(path, "read");
    return this.#withFile(location, async (handle) => {
      const { file } = await this.#readTextFile(location, handle);
      this.#tracker.recordWhole(location.path, file.hash);
      return file;
    });
  }

  async list(path: string): ReturnType<WorkspaceFiles["list"]> {
    const location = await this.#locateFor(path, "list");
    if (location.stat === undefined) requireFile(location);
    if (location.stat?.type !== "directory") {
      throw new ToolError(`'${location.path}' is not a directory, so it has no entries.`, {
        code: "not-a-directory",
        absolutePath: location.path,
      });
    }
    const directory = await this.services.backend.files.openDirectory(location.path);
    try {
      const entries = await directory.list();
      return [...entries].sort((left, right) =>
        left.name < right.name ? -1 : left.name > right.name ? 1 : 0,
      );
    } finally {
      await directory.close();
    }
  }

  async updateText<Extra>(
    path: string,
    update: TextUpdate<Extra>,
  ): Promise<{ readonly location: FileLocation } & Extra> {
    const location = await this.#locateFor(path, "read");
    requireAccess(location, "write", this.scope.approvedPaths);
    requireFile(location);
    return this.#locked(location, () =>
      this.#withDirectory(location, async (directory, name) => {
        const handle = await directory.openFile(name);
        try {
          const { file, bytes } = await this.#readTextFile(location, handle);
          await this.#tracker.requireFresh(location.path, currentFile(handle, bytes, file.hash), {
            policy: this.services.staleness,
            replacesAll: false,
          });
          const { text, ...extra } = update(file);
          if (text !== file.text) {
            const content = encodeText(text, file.encoding);
            throwIfCancelled(this.scope.signal);
            await replaceFile({ directory, name, path: location.path }, { handle, bytes }, content);
            // A session that edits without reading knows the place of its edit only, so there is nothing to keep fresh.
            if (this.#tracker.knows(location.path))
              this.#tracker.recordWhole(location.path, contentHash(content));
            this.scope.onChange({ type: "update", path: location.path });
          }
          return { location, ...extra } as unknown as { readonly location: FileLocation } & Extra;
        } finally {
          await handle.close();
        }
      }),
    );
  }

  async writeText(
    path: string,
    text: string,
    options: { readonly overwrite?: boolean } = {},
  ): Promise<{ readonly location: FileLocation; readonly existed: boolean }> {
    const content = encodeText(text, "utf-8");
    const found = await this.locate(path);
    requireAccess(found, "write", this.scope.approvedPaths);
    return this.#locked(found, async () => {
      // Another call may have created or removed it while this one waited.
      const location = await this.locate(path);
      requireAccess(location, "write", this.scope.approvedPaths);
      throwIfCancelled(this.scope.signal);
      const existed = location.stat !== undefined;
      if (existed) requireFile(location);
      if (existed && options.overwrite !== true) {
        throw new ToolError(`'${location.path}' already exists. Edit it, or overwrite it on purpose.`, {
          code: "already-exists",
          absolutePath: location.path,
        });
      }
      await (existed ? this.#overwriteText(location, content) : this.#createText(location, content));
      this.#tracker.recordWhole(location.path, contentHash(content));
      this.scope.onChange({ type: existed ? "update" : "create", path: location.path });
      return { location, existed };
    });
  }

  async discoverGuidance(path: string): Promise<readonly GuidanceFile[]> {
    const location = await this.locate(path);
    const { backend, boundary } = this.services;
    return discoverGuidance(location, backend, boundary, this.scope.session);
  }

  async #createText(location: FileLocation, content: Uint8Array): Promise<void> {
    const { files } = this.services.backend;
    const folder = await openFolder(files, files.path.dirname(location.path));
    try {
      const name = files.path.basename(location.path);
      await createFile({ directory: folder.directory, name, path: location.path }, content);
    } catch (error) {
      await folder.undo();
      throw error;
    } finally {
      await folder.close();
    }
  }

  async #overwriteText(location: FileLocation, content: Uint8Array): Promise<void> {
    await this.#withDirectory(location, async (directory, name) => {
      const handle = await directory.openFile(name);
      try {
        const isHeld = handle.stat.size <= MAX_TEXT_FILE_BYTES;
        const bytes = isHeld ? await readWholeFile(handle, location.path, MAX_TEXT_FILE_BYTES) : undefined;
        await this.#tracker.requireFresh(location.path, currentFile(handle, bytes), {
          policy: this.services.staleness,
          replacesAll: true,
        });
        await replaceFile(
          { directory, name, path: location.path },
          { handle, ...(bytes === undefined ? {} : { bytes }) },
          content,
        );
      } finally {
        await handle.close();
      }
    });
  }

  async #readTextFile(
    location: FileLocation,
    handle: ReadHandle,
  ): Promise<{ readonly file: TextFile; readonly bytes: Uint8Array }> {
    const bytes = await readWholeFile(handle, location.path, MAX_TEXT_FILE_BYTES);
    // Hashing runs beside the decoding.
    const hash = contentHash(bytes);
    const { text, encoding } = decodeText(bytes, location.path);
    return { file: { location, text, encoding, hash: await hash }, bytes };
  }

  async #locateFor(path: string, access: "read" | "list"): Promise<FileLocation> {
    throwIfCancelled(this.scope.signal);
    const location = await this.locate(path);
    requireAccess(location, access, this.scope.approvedPaths);
    if (access === "read") requireFile(location);
    return location;
  }

  /** One lock for a file, by whichever of its names it is changed. */
  #locked<Result>(location: FileLocation, work: () => Promise<Result>): Promise<Result> {
    const { stat, path } = location;
    const key = stat !== undefined && stat.links > 1 ? stat.identity : path;
    return this.services.locks.hold(key, this.scope.signal, work);
  }

  async #withFile<Result>(
    location: FileLocation,
    work: (handle: ReadHandle) => Promise<Result>,
  ): Promise<Result> {
    return this.#withDirectory(location, async (directory, name) => {
      const handle = await directory.openFile(name);
      try {
        return await work(handle);
      } finally {
        await handle.close();
      }
    });
  }

  async #withDirectory<Result>(
    location: FileLocation,
    work: (
      directory: Awaited<ReturnType<Backend["files"]["openDirectory"]>>,
      name: string,
    ) => Promise<Result>,
  ): Promise<Result> {
    const { files } = this.services.backend;
    const directory = await files.openDirectory(files.path.dirname(location.path));
    try {
      return await work(directory, files.path.basename(location.path));
    } finally {
      await directory.close();
    }
  }
}

/** The file of a handle as the read tracker asks for it; `bytes` and `hash` where they are known already. */
function currentFile(handle: ReadHandle, bytes?: Uint8Array, hash?: string): CurrentFile {
  return {
    stat: handle.stat,
    // A file too large to be held was never read whole, so it cannot be what was.
    hash: async () => hash ?? (bytes === undefined ? "" : contentHash(bytes)),
    read: async (position, length) => {
      if (bytes !== undefined) return bytes.subarray(position, position + length);
      const buffer = new Uint8Array(length);
      return buffer.subarray(0, await handle.read(buffer, position));
    },
  };
}
