export {
  applyEdit,
  applyEditBriefly,
  MAX_FUZZY_CHARACTERS,
  MAX_NEEDLE_CHARACTERS,
  MAX_NEEDLE_LINES,
} from "./apply-edit.js";
export { type FindRequest, type FoundMatch, findMatches, matchers, nearMisses } from "./find-matches.js";
export { type PackedResult, packResult, unpackResult } from "./packed-result.js";
export type {
  FilePatch,
  HunkLine,
  PatchHunk,
  PatchRequest,
  PatchSyntaxError,
  ReadPatch,
  UnreadablePatch,
} from "./patch/index.js";
export {
  applyPatchHunks,
  applyPatchHunksBriefly,
  applyUnifiedDiff,
  type ParsedPatch,
  type PatchOperation,
  type PatchResult,
  parsePatch,
  parseUnifiedDiff,
} from "./patch/index.js";
export type {
  EditFailure,
  EditFailureReason,
  EditHint,
  EditRequest,
  EditResult,
  EditSuccess,
  MatchSpan,
} from "./request/index.js";
export {
  checkEditEngine,
  EDIT_PRESETS,
  type EditEngine,
  type EditPreset,
  type EditPresetName,
  type EditThresholds,
  type MatcherName,
  OPENCODE_MATCHERS,
  SAFE_MATCHERS,
} from "./request/index.js";
export { detectIndentUnit, type IndentUnit, reindent } from "./text/index.js";
