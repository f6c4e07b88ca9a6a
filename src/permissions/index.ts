export type {
  CertainCommand,
  CommandEffect,
  CommandPath,
  CommandReader,
  CommandReading,
  ListedCommand,
  ProjectUse,
} from "./commands/index.js";
export { isExamined, readCommand, readPowerShellCommand, readUnexaminedCommand } from "./commands/index.js";
export { hasHiddenCharacters, showHiddenCharacters } from "./hidden-characters.js";
export {
  type Explanation,
  explain,
  explainDecision,
  explanationText,
  type GrantOptions,
  grantFor,
  type JudgedAspect,
  type JudgeOptions,
  judge,
  suggestRules,
} from "./judge/index.js";
export type { TaskSource } from "./project/index.js";
export {
  type DescribeRequestOptions,
  describeRequest,
  describeRequestAsHtml,
  describeRule,
  type RequestLine,
  type RequestLook,
  requestLines,
  requestSummary,
  requestTitle,
  type TitledRequest,
} from "./requests/index.js";
export type {
  JudgedFacts,
  JudgedPath,
  PathBase,
  PermissionRequest,
  ProjectPlace,
  RepositoryPlace,
  RuleSet,
  SessionRules,
  ShownNames,
  ShownSubject,
  ToolIdentity,
} from "./rules/index.js";
export {
  AMP_ALLOWED_COMMANDS,
  AMP_ALWAYS_ALLOWED,
  checkMode,
  checkRules,
  checkToolPermission,
  isHidden,
  isToolAvailable,
  MCP_PREFIX,
  type Mode,
  type ModeSubject,
  namesSubagent,
  normalizePermissions,
  PERMISSION_PRESETS,
  type PermissionPreset,
  type PermissionsInput,
  permissionPreset,
  shownNames,
  TOOLBOX_PREFIX,
  type ToolboxConfig,
} from "./rules/index.js";
export { loadCommandReader } from "./shell/load-command-reader.js";
