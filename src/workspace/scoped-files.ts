import type { WorkspaceFiles, WorkspaceScope } from "../contract/index.js";
import { applyTogether } from "./apply-together.js";
import { CallFiles, type WorkspaceServices } from "./call-files.js";
import { FileReads } from "./file-reads.js";
import { discoverGuidance } from "./guidance.js";
import { movePath } from "./move-path.js";
import { removePath } from "./remove-path.js";
import { undoChange } from "./undo-change.js";
import { updateText } from "./update-text.js";
import { writeText } from "./write-text.js";

/** The files of one call; see `WorkspaceFiles`. */
export function scopedFiles(services: WorkspaceServices, scope: WorkspaceScope): WorkspaceFiles {
  const call = new CallFiles(services, scope);
  const reads = new FileReads(call);
  return {
    locate: (path, lookup) => (lookup?.finalSymlink === "keep" ? call.locateEntry(path) : call.locate(path)),
    readLines: (path, request) => reads.readLines(path, request),
    readBytes: (path, options) => reads.readBytes(path, options),
    readHead: (path, options) => reads.readHead(path, options),
    readText: (path) => reads.readText(path),
    list: (path) => reads.list(path),
    updateText: (path, update) => updateText(call, path, update),
    writeText: (path, text, options) => writeText(call, path, text, options),
    remove: (path, options) => removePath(call, path, options),
    move: (source, destination, options) => movePath(call, source, destination, options),
    applyTogether: (operations) => applyTogether(call, operations),
    undo: (options) => undoChange(call, options),
    discoverGuidance: async (path) =>
      discoverGuidance(await call.locate(path), services.backend, services.boundary, scope.session),
  };
}
