export type {
  ApprovalAnswer,
  ApprovalCommand,
  ApprovalHandler,
  ApprovalRequest,
  ApprovalWarning,
  CommandConfinement,
  PermissionDecision,
  PermissionRule,
  Verdict,
} from "./permission.js";
export {
  type PathFact,
  SHELL_LANGUAGES,
  type ShellLanguage,
  type ToolEnvironment,
  type ToolFacts,
} from "./tool-facts.js";
export { TOOL_KINDS, type ToolKind, type ToolSource } from "./tool-kind.js";
