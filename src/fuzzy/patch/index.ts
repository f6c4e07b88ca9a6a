export {
  applyPatchHunks,
  applyPatchHunksBriefly,
  type PatchRequest,
  type PatchResult,
} from "./apply-patch-hunks.js";
export { applyUnifiedDiff } from "./apply-unified-diff.js";
export type { FilePatch, ReadPatch, UnreadablePatch } from "./file-patch.js";
export { type ParsedPatch, type PatchOperation, parsePatch } from "./parse-patch.js";
export { parseUnifiedDiff } from "./parse-unified-diff.js";
export type { HunkLine, PatchHunk, PatchSyntaxError } from "./patch-hunk.js";
