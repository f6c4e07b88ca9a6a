export { combineRules } from "./combine-rules.js";
export { findConflicts } from "./find-conflicts.js";
export {
  CONFIG_OWNERS,
  type ConfigOwner,
  type ConfigSource,
  literalPath,
  OwnerRules,
  type SourcedRule,
} from "./owner-rules.js";
export { type RuleConditions, type Translation, translated } from "./translation.js";
