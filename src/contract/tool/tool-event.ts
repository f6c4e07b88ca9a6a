import type { ApprovalRequest, PermissionDecision } from "../policy/index.js";
import type { FileChange } from "../workspace/index.js";
import type { ProgressUpdate } from "./tool-context.js";
import type { ToolResult } from "./tool-result.js";

/** The part that all events of a call share. */
export interface EventBase {
  /** The id of the call. */
  readonly callId: string;
  /** The canonical name, or the requested one if no tool was found. */
  readonly toolName: string;
  /** The session of the call. */
  readonly sessionId: string;
  /** Milliseconds of the runtime's clock. */
  readonly at: number;
}

/** An event of a call. The events of one call occur in the order of this list. */
export type ToolEvent =
  | (EventBase & { readonly type: "tool-approval-request"; readonly request: ApprovalRequest })
  | (EventBase & {
      readonly type: "tool-approval-response";
      readonly approved: boolean;
      readonly reason?: string;
    })
  | (EventBase & {
      readonly type: "tool-call-start";
      readonly status: "in-progress";
      readonly requestedName: string;
      readonly input: unknown;
      readonly decision: PermissionDecision;
    })
  | (EventBase & { readonly type: "tool-progress"; readonly update: ProgressUpdate })
  | (EventBase & { readonly type: "tool-log"; readonly message: string })
  | (EventBase & { readonly type: "file-edited"; readonly change: FileChange })
  | (EventBase & { readonly type: "tool-result"; readonly result: ToolResult });

/** Observes events. Errors that a listener throws are ignored: observing a call never changes it. */
export type ToolEventListener = (event: ToolEvent) => void;
