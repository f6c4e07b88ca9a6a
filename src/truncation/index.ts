export { checkTruncationPolicy, type TextLimits } from "../contract/index.js";
export { addNotice } from "./add-notice.js";
export {
  type CompactedResults,
  type CompactOptions,
  compactResults,
  DEFAULT_KEEP_RECENT,
  DEFAULT_PREVIEW_BYTES,
} from "./compact-results.js";
export type { TextPreview, TruncatedText } from "./compose-truncated.js";
export { contentText } from "./content-text.js";
export type { LimitHit } from "./kept-range.js";
export { createOutputAccumulator, type OutputAccumulator } from "./output-accumulator.js";
export { createOutputEnds, type OutputEnds } from "./output-ends.js";
export { DEFAULT_OUTPUT_STORE_LIMITS, type OutputStoreLimits, outputStoreLimits } from "./output-limits.js";
export { createOutputIds, type OutputIdSources, outputName, ownsOutputName } from "./output-name.js";
export {
  limitMedia,
  MAX_RESULT_BYTES,
  MAX_RESULT_MEDIA_CHARACTERS,
  mergeLimits,
} from "./result-ceiling.js";
export { type ContentTruncation, type TruncatedContent, truncateContent } from "./truncate-content.js";
export { type TruncateOptions, truncateText } from "./truncate-text.js";
export { type TokenBudget, truncateToTokens } from "./truncate-to-tokens.js";
export { checkTruncationOption, completeTruncation } from "./truncation-option.js";
export {
  AMP_MAX_RESULT_BYTES,
  AMP_TRUNCATION,
  type NoticeFacts,
  OPENCODE_MAX_BYTES,
  OPENCODE_MAX_LINES,
  OPENCODE_TRUNCATION,
  type TruncationPreset,
  truncateResult,
} from "./truncation-preset.js";
