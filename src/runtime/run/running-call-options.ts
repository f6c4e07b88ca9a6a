import type { TaskHandle } from "../../batching/index.js";
import type {
  AnyTool,
  CommandConfinement,
  ContextQuestion,
  FileChange,
  ProgressUpdate,
  ToolSession,
  WorkspaceScope,
} from "../../contract/index.js";
import type { RuntimeServices } from "../services/index.js";
import type { WatchedCall } from "./watched-run.js";

/** The receivers of the reports of a running call. */
export interface CallChannels {
  onProgress(update: ProgressUpdate): void;
  onLog(message: string): void;
  onChange(change: FileChange): void;
  /** See `WorkspaceScope.onInterrupted`; may be removed from the channels. */
  readonly onInterrupted?: WorkspaceScope["onInterrupted"];
  /** See `WorkspaceScope.onLinkBroken`; may be removed from the channels. */
  readonly onLinkBroken?: WorkspaceScope["onLinkBroken"];
  ask(question: ContextQuestion): Promise<boolean>;
}

/** Options of a running call. */
export interface RunningCallOptions {
  readonly callId: string;
  readonly tool: AnyTool;
  readonly session: ToolSession;
  readonly services: RuntimeServices;
  readonly approvedPaths: WorkspaceScope["approvedPaths"];
  readonly isExcluded?: WorkspaceScope["isExcluded"] | undefined;
  readonly channels: CallChannels;
  /** The call's task in the scheduler; absent for a call that is only previewed. */
  readonly task?: TaskHandle;
  /** The limits of a call that ran without a question. */
  readonly confinement?: CommandConfinement | undefined;
  /** The number of calls it is nested in. Default 0. */
  readonly depth?: number;
  readonly watched?: WatchedCall | undefined;
}
