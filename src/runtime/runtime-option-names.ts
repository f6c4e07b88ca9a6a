import type { KeysOf } from "../values/index.js";
import type { CoreRuntimeOptions, RuntimeOptions } from "./runtime-options.js";

/** The names of the options that every runtime has. */
export const RUNTIME_OPTION_NAMES = {
  cwd: true,
  tools: true,
  permissions: true,
  onApproval: true,
  approvalTimeoutMs: true,
  approvals: true,
  repeatedCalls: true,
  mode: true,
  concurrency: true,
  executor: true,
  edits: true,
  timeoutMs: true,
  maxTotalTimeoutMs: true,
  truncation: true,
  model: true,
  webSearch: true,
  threads: true,
  diagnosticsBudgetMs: true,
  canDelegate: true,
  redact: true,
  inputRepair: true,
  hooks: true,
  middleware: true,
  plugins: true,
  onEvent: true,
  sessionStates: true,
  clock: true,
  ids: true,
} as const satisfies KeysOf<RuntimeOptions>;

/** The names of the options of a runtime without built-in parts. */
export const CORE_RUNTIME_OPTION_NAMES = {
  ...RUNTIME_OPTION_NAMES,
  backend: true,
  workspace: true,
  subagentStarter: true,
} as const satisfies KeysOf<CoreRuntimeOptions>;
