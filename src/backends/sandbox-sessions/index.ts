export type { AiSdkCommand, AiSdkProcess, AiSdkSandboxSession } from "./ai-sdk/index.js";
export type { DeepagentsExecuted, DeepagentsSandbox } from "./deepagents/index.js";
export {
  type FromSandboxSessionOptions,
  fromSandboxSession,
  type SandboxSession,
  type SandboxSessionBackend,
} from "./from-sandbox-session.js";
export type {
  JustBashExecOptions,
  JustBashExecResult,
  JustBashFiles,
  JustBashSandbox,
  JustBashSession,
  JustBashStat,
} from "./just-bash/index.js";
