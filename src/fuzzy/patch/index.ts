export { applyPatchHunks, applyPatchHunksBriefly, type PatchResult } from "./apply-patch-hunks.js";
export { type ParsedPatch, type PatchOperation, parsePatch } from "./parse-patch.js";
export type { HunkLine, PatchHunk, PatchSyntaxError } from "./patch-hunk.js";
export { applyUnifiedDiff, parseUnifiedDiff } from "./unified-diff.js";
