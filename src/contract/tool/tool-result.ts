import type { ApprovalRequest, PermissionDecision } from "../policy/index.js";
import type { ContentPart, TruncationRecord } from "../values/index.js";
import type { PathOutcome } from "./tool-error.js";

/** Every state of a call (seed 001). A result never has the state `in-progress`: that one belongs to events. */
export type ToolStatus =
  | "in-progress"
  | "done"
  | "error"
  | "cancelled"
  | "rejected-by-user"
  | "blocked-on-user";

/** Why a call did not end well, in words for the model. */
export interface ToolFailure {
  readonly message: string;
  readonly errorCode: string;
  readonly absolutePath?: string;
  readonly retryable?: boolean;
  /** With the code `half-done`: the state of each path of the change. */
  readonly outcomes?: readonly PathOutcome[];
}

/** When a call was prepared, started and ended, in milliseconds of the runtime's clock. */
export interface CallTiming {
  readonly queuedAt: number;
  /** Absent when the call never started to run. */
  readonly startedAt?: number;
  readonly endedAt: number;
  readonly durationMs: number;
}

interface ToolResultBase {
  readonly callId: string;
  /** The canonical name, or the requested one where no tool was found. */
  readonly toolName: string;
  readonly requestedName: string;
  /** What the model reads; never empty. */
  readonly content: readonly ContentPart[];
  /** The files that the call changed, absolute. */
  readonly trackFiles?: readonly string[];
  /** What the tool noted for the host, and `repairs` where the input was repaired. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly truncation?: TruncationRecord;
  /** Which rule decided, where permission was judged. */
  readonly decision?: PermissionDecision;
  readonly timing: CallTiming;
}

/** The one answer to one call. Plain JSON; `status` decides which other fields are there. */
export type ToolResult<Output = unknown> =
  | (ToolResultBase & { readonly status: "done"; readonly result: Output; readonly error?: undefined })
  | (ToolResultBase & {
      readonly status: "error" | "cancelled" | "rejected-by-user";
      readonly error: ToolFailure;
      /** Partial output of a call that was cut short, where the tool kept some. */
      readonly result?: unknown;
    })
  | (ToolResultBase & {
      readonly status: "blocked-on-user";
      readonly error: ToolFailure;
      readonly approval: ApprovalRequest;
      readonly result?: undefined;
    });
