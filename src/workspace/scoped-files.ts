import type { WorkspaceFiles, WorkspaceScope } from "../contract/index.js";
import { CallFiles, type WorkspaceServices } from "./call-files.js";
import { FileReads } from "./file-reads.js";
import { discoverGuidance } from "./guidance.js";
import {
  applyTogether,
  movePath,
  removalLimits,
  removePath,
  undoChange,
  updateText,
  writeText,
} from "./operations/index.js";

/** Returns the files of one call; see `WorkspaceFiles`. */
export function scopedFiles(services: WorkspaceServices, scope: WorkspaceScope): WorkspaceFiles {
  const call = new CallFiles(services, scope);
  const reads = new FileReads(call);
  return {
    locate: (path, lookup) => {
      if (lookup?.access === "search") return call.locateForSearch(path);
      return lookup?.finalSymlink === "keep" ? call.locateEntry(path) : call.locate(path);
    },
    isExcluded: async (realPath) =>
      scope.isExcluded?.(realPath) === true || (await services.boundary.isSecretFile(realPath)),
    readLines: (path, request) => reads.readLines(path, request),
    readBytes: (path, options) => reads.readBytes(path, options),
    readHead: (path, options) => reads.readHead(path, options),
    readText: (path) => reads.readText(path),
    list: (path) => reads.list(path),
    previewText: (path, options) => reads.previewText(path, options),
    updateText: (path, update, options) => updateText(call, path, { ...options, update }),
    writeText: (path, text, options) => writeText(call, path, text, options),
    removalLimits: (path) => removalLimits(call, path),
    remove: (path, options) => removePath(call, path, options),
    move: (source, destination, options) => movePath(call, source, destination, options),
    applyTogether: (operations) => applyTogether(call, operations),
    undo: (options) => undoChange(call, options),
    discoverGuidance: async (path, options) =>
      discoverGuidance(await call.locate(path), services, scope.session, options),
  };
}
