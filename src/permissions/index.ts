export {
  checkToolPermission,
  MCP_PREFIX,
  type Mode,
  TOOLBOX_PREFIX,
  type ToolboxConfig,
} from "./check-tool-permission.js";
export type { CommandReader, CommandReading } from "./command-reading.js";
export { explainDecision } from "./explain-decision.js";
export { grantFor } from "./grant-for.js";
export { isHidden } from "./is-hidden.js";
export { isToolAvailable, type ModeSubject } from "./is-tool-available.js";
export { type JudgeOptions, judge } from "./judge.js";
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
