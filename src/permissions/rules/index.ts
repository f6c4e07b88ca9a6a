export { checkMode } from "./check-mode.js";
export {
  checkToolPermission,
  MCP_PREFIX,
  type Mode,
  namesSubagent,
  TOOLBOX_PREFIX,
  type ToolboxConfig,
} from "./check-tool-permission.js";
export {
  allows,
  type CompiledRule,
  compileRule,
  isFinalDeny,
  mayRestrictBelow,
  type ReadFacts,
  restricts,
} from "./compiled-rule.js";
export { isHidden } from "./is-hidden.js";
export { isToolAvailable, type ModeSubject } from "./is-tool-available.js";
export { checkRules, normalizePermissions, type PermissionsInput } from "./normalize-permissions.js";
export { exactPathPattern } from "./path-pattern.js";
export {
  AMP_ALLOWED_COMMANDS,
  AMP_ALWAYS_ALLOWED,
  isPresetRule,
  PERMISSION_PRESETS,
  type PermissionPreset,
  permissionPreset,
} from "./permission-preset.js";
export type {
  JudgedFacts,
  JudgedPath,
  PathBase,
  PermissionRequest,
  ProjectPlace,
  RepositoryPlace,
  RuleSet,
  SessionRules,
  ToolIdentity,
} from "./rule-set.js";
export { type ShownNames, type ShownSubject, shownNames } from "./shown-aliases.js";
export { isTrustedFolder, isTrustedRepository } from "./trusted-folder.js";
