export { combineRules } from "./combine-rules.js";
export { findConflicts } from "./find-conflicts.js";
export {
  CONFIG_OWNERS,
  type ConfigOwner,
  type ConfigSource,
  literalPath,
  OwnerRules,
  type RulePosition,
  type SourcedRule,
} from "./owner-rules.js";
export { changing, everyCommand, everyPage, SUBAGENT_TOOLS, WEB_SEARCH_TOOLS } from "./tool-kinds.js";
export { type RuleConditions, type Translation, translated } from "./translation.js";
export { withToolNames } from "./with-tool-names.js";
