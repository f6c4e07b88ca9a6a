export type { AiSdkBackendSession, AiSdkPathOptions, AiSdkWriteOptions } from "./ai-sdk-session.js";
export type {
  DeepagentsFile,
  DeepagentsMatch,
  DeepagentsRead,
  DeepagentsSession,
  DeepagentsTransferError,
} from "./deepagents-types.js";
export type { JustBashEncoding, JustBashFileStat, JustBashFileSystem } from "./just-bash-types.js";
export {
  type SandboxLibrary,
  type SandboxSessions,
  type ToSandboxSessionOptions,
  toSandboxSession,
} from "./to-sandbox-session.js";
