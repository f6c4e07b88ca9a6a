import type { TaskHandle } from "../../batching/index.js";
import type {
  CommandConfinement,
  ContextQuestion,
  FileChange,
  KeptAnswer,
  ProgressUpdate,
  WorkspaceScope,
} from "../../contract/index.js";
import type { CallScope } from "./call-scope.js";

/** The receivers of the reports of a running call. */
export interface CallChannels {
  onProgress(update: ProgressUpdate): void;
  onLog(message: string): void;
  onChange(change: FileChange): void;
  /** See `WorkspaceScope.onInterrupted`; may be removed from the channels. */
  readonly onInterrupted?: WorkspaceScope["onInterrupted"];
  /** See `WorkspaceScope.onLinkBroken`; may be removed from the channels. */
  readonly onLinkBroken?: WorkspaceScope["onLinkBroken"];
  /** Asks the approver, unless a rule or a kept answer decides. */
  ask(question: ContextQuestion, kept?: KeptAnswer): Promise<boolean>;
}

/** Options of a running call. */
export interface RunningCallOptions {
  readonly scope: CallScope;
  readonly isExcluded?: WorkspaceScope["isExcluded"] | undefined;
  readonly channels: CallChannels;
  /** The call's task in the scheduler; absent for a call that is only previewed. */
  readonly task?: TaskHandle;
  /** The limits of a call that ran without a question. */
  readonly confinement?: CommandConfinement | undefined;
}
