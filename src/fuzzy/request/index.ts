export { checkEditEngine, checkEngineValues, type EditEngine } from "./edit-engine.js";
export type {
  EditFailure,
  EditFailureReason,
  EditHint,
  EditRequest,
  EditResult,
  EditSuccess,
} from "./edit-result.js";
export { createSpan, LineCounter, type Match, type MatchSpan } from "./match.js";
export { createMatchContext, MAX_AMBIGUOUS_MATCHES, type MatchContext, StepBudget } from "./match-context.js";
export { type MatcherName, OPENCODE_MATCHERS, SAFE_MATCHERS } from "./matcher-name.js";
export {
  EDIT_PRESETS,
  type EditPreset,
  type EditPresetName,
  type EditThresholds,
  matchersOf,
  presetOf,
  thresholdsOf,
} from "./presets.js";
