import {
  type DirectoryEntry,
  type LineWindow,
  type LineWindowRequest,
  type TextFile,
  ToolError,
  type WorkspaceFiles,
} from "../contract/index.js";
import { createYield, sortInSteps } from "../values/index.js";
import type { CallFiles } from "./call-files.js";
import { requireFile } from "./paths/index.js";
import { staleText } from "./plans/index.js";
import { readLineWindow, readTextFile, readWholeFile } from "./reading/index.js";
import { KnownContent } from "./staleness/index.js";

/** Entries of a folder between two looks at the clock: rules of a host may take long to compare with a name. */
const ENTRIES_BETWEEN_PAUSES = 64;

/** Reading and listing of files. */
export class FileReads {
  constructor(private readonly call: CallFiles) {}

  async readLines(path: string, request: LineWindowRequest): Promise<LineWindow> {
    const { scope, tracker } = this.call;
    const location = await this.call.locateFor(path, "read");
    return this.call.withFile(location, async (handle) => {
      const { window, wholeFile, runs } = await readLineWindow(handle, request, scope.signal);
      if (wholeFile !== undefined) {
        tracker.recordWhole(location.path, new KnownContent(wholeFile));
      } else if (window.lines.length > 0) {
        const { firstLine } = window;
        const lines = { firstLine, lastLine: firstLine + window.lines.length - 1 };
        tracker.recordWindow(location.path, handle.stat, lines, runs);
      }
      return { path: location.path, ...window };
    });
  }

  async readBytes(path: string, options: { readonly maxBytes: number }): Promise<Uint8Array> {
    const location = await this.call.locateFor(path, "read");
    return this.call.withFile(location, (handle) => readWholeFile(handle, location.path, options.maxBytes));
  }

  async readHead(path: string, options: { readonly bytes: number }): Promise<Uint8Array> {
    const location = await this.call.locateFor(path, "read");
    return this.call.withFile(location, async (handle) => {
      const buffer = new Uint8Array(options.bytes);
      return buffer.subarray(0, await handle.read(buffer, 0));
    });
  }

  async readText(path: string): Promise<TextFile> {
    const location = await this.call.locateFor(path, "read");
    return this.call.withFile(location, async (handle) => {
      const { file, bytes } = await readTextFile(location, handle);
      this.call.tracker.recordWhole(location.path, new KnownContent(bytes));
      return file;
    });
  }

  async previewText(path: string, options: { readonly maxBytes: number }): Promise<TextFile> {
    const location = await this.call.locateFor(path, "read");
    return this.call.withFile(location, async (handle) => {
      const { file, bytes } = await readTextFile(location, handle, options.maxBytes);
      const stale = await staleText(this.call, location.path, { handle, bytes }).catch(() => undefined);
      return { ...file, stale };
    });
  }

  async list(path: string): ReturnType<WorkspaceFiles["list"]> {
    const location = await this.call.locateFor(path, "list");
    if (location.stat === undefined) requireFile(location);
    if (location.stat?.type !== "directory") {
      throw new ToolError(`'${location.path}' is not a directory, so it cannot be listed.`, {
        code: "not-a-directory",
        absolutePath: location.path,
      });
    }
    const directory = await this.call.services.backend.files.openDirectory(location.path);
    try {
      const { isExcluded } = this.call.scope;
      const { path: paths } = this.call.services.backend.files;
      const isShown = (name: string) => isExcluded?.(paths.join(location.path, name), "name") !== true;
      const pause = createYield();
      const listed = await directory.list();
      const entries: DirectoryEntry[] = [];
      for (let start = 0; start < listed.length; start += ENTRIES_BETWEEN_PAUSES) {
        for (const entry of listed.slice(start, start + ENTRIES_BETWEEN_PAUSES)) {
          if (isShown(entry.name)) entries.push(shownEntry(entry));
        }
        await pause();
      }
      return await sortInSteps(entries, (left, right) =>
        left.name < right.name ? -1 : left.name > right.name ? 1 : 0,
      );
    } finally {
      await directory.close();
    }
  }
}

/** Returns an entry with a name that is valid text for a model: a name that is not UTF-8 has unpaired surrogates for its bytes. */
function shownEntry(entry: DirectoryEntry): DirectoryEntry {
  // Nearly every name is plain, and a listing has tens of thousands.
  if (!/[\ud800-\udfff]/.test(entry.name)) return entry;
  const unpaired = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  return { ...entry, name: entry.name.replace(unpaired, "\u{fffd}") };
}
