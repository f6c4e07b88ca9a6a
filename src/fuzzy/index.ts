export {
  applyEdit,
  applyEditBriefly,
  MAX_FUZZY_CHARACTERS,
  MAX_NEEDLE_CHARACTERS,
  MAX_NEEDLE_LINES,
} from "./apply-edit.js";
export { applyPatchHunks, applyPatchHunksBriefly, type PatchResult } from "./apply-patch-hunks.js";
export type {
  EditFailure,
  EditFailureReason,
  EditHint,
  EditRequest,
  EditResult,
  EditSuccess,
} from "./edit-result.js";
export { type FindRequest, type FoundMatch, findMatches, matchers, nearMisses } from "./find-matches.js";
export { detectIndentUnit, type IndentUnit, reindent } from "./indentation.js";
export type { MatchSpan } from "./match.js";
export { type MatcherName, OPENCODE_MATCHERS, SAFE_MATCHERS } from "./matcher-name.js";
export { type PackedResult, packResult, unpackResult } from "./packed-result.js";
export { type ParsedPatch, type PatchOperation, parsePatch } from "./parse-patch.js";
export type { HunkLine, PatchHunk, PatchSyntaxError } from "./patch-hunk.js";
export { EDIT_PRESETS, type EditPreset, type EditPresetName, type EditThresholds } from "./presets.js";
export { applyUnifiedDiff, parseUnifiedDiff } from "./unified-diff.js";
