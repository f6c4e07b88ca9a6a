export {
  checkToolPermission,
  MCP_PREFIX,
  type Mode,
  TOOLBOX_PREFIX,
  type ToolboxConfig,
} from "./check-tool-permission.js";
export type {
  CertainCommand,
  CommandEffect,
  CommandPath,
  CommandReader,
  CommandReading,
  ListedCommand,
} from "./command-reading.js";
export { type Explanation, explain, explanationText } from "./explain.js";
export { explainDecision } from "./explain-decision.js";
export { type GrantOptions, grantFor, suggestRules } from "./grant-for.js";
export { hasHiddenCharacters, showHiddenCharacters } from "./hidden-characters.js";
export { isHidden } from "./is-hidden.js";
export { isToolAvailable, type ModeSubject } from "./is-tool-available.js";
export { type JudgedAspect, type JudgeOptions, judge } from "./judge.js";
export { checkRules, normalizePermissions, type PermissionsInput } from "./normalize-permissions.js";
export {
  AMP_ALLOWED_COMMANDS,
  AMP_ALWAYS_ALLOWED,
  PERMISSION_PRESETS,
  type PermissionPreset,
  permissionPreset,
} from "./permission-preset.js";
export { readCommand } from "./read-command.js";
export type {
  JudgedFacts,
  JudgedPath,
  JudgedTool,
  PermissionPlace,
  PermissionRequest,
  RuleSet,
  SessionRules,
} from "./rule-set.js";
export { loadCommandReader } from "./shell/load-command-reader.js";
