import type { ApprovalRequest, PermissionDecision } from "../policy/index.js";
import type { ContentPart, TruncationRecord } from "../values/index.js";
import type { PathOutcome } from "./tool-error.js";

/**
 * One tool call as the model requested it.
 *
 * `input` is any value that the model sent: normally an object, but a JSON string, `null` or any other value
 * is accepted here and validated by the pipeline.
 */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/**
 * Every state of a call (the Amp specification). A result never has the state `in-progress`, which only
 * events have.
 */
export type ToolStatus =
  | "in-progress"
  | "done"
  | "error"
  | "cancelled"
  | "rejected-by-user"
  | "blocked-on-user";

/** The reason why a call failed, worded for the model. */
export interface ToolFailure {
  /** States what failed, what was expected and what to do. */
  readonly message: string;
  /** Machine-readable reason; an {@link ErrorCode} or a code of the tool. */
  readonly errorCode: string;
  /** The file that the failure is about. */
  readonly absolutePath?: string;
  /** Whether the same call may succeed on a retry. */
  readonly retryable?: boolean;
  /** With the codes `half-done` and `connection-lost`: the state of each path of the change. */
  readonly outcomes?: readonly PathOutcome[];
}

/** Times at which a call was prepared, started and ended, in milliseconds of the runtime's clock. */
export interface CallTiming {
  /** Time at which the call was prepared. */
  readonly queuedAt: number;
  /** Absent if the call never started to run. */
  readonly startedAt?: number;
  /** Time at which the result was complete. */
  readonly endedAt: number;
  /** Time between `startedAt` and `endedAt`; 0 if the call never started. */
  readonly durationMs: number;
}

/** Everything that `resume` needs to continue a call that paused within its tool. Plain JSON. */
export interface PausedState {
  /** The canonical input of the call. */
  readonly input: unknown;
  /** The state of the tool. */
  readonly state: unknown;
  /** Signature of the call, its input, its state and the waiting calls: an altered result is refused. */
  readonly digest: string;
}

/** The part of a result that every status has. */
export interface ToolResultBase {
  /** The id that the model gave the call. */
  readonly callId: string;
  /** The canonical name, or the requested one if no tool was found. */
  readonly toolName: string;
  /** The name that the model sent. */
  readonly requestedName: string;
  /** The content for the model; never empty. */
  readonly content: readonly ContentPart[];
  /** The files that the call changed, absolute. */
  readonly trackFiles?: readonly string[];
  /** The metadata that the tool recorded for the host, and `repairs` if the input was repaired. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The parts of the output that were omitted. Absent if it is complete. */
  readonly truncation?: TruncationRecord;
  /** The deciding rule, if permission was judged. */
  readonly decision?: PermissionDecision;
  readonly timing: CallTiming;
  /**
   * Results of the calls of a wrapper call (`multi_tool_use.parallel`), in order; their ids are `<callId>/1`,
   * `<callId>/2` ... With `paused`, the calls of the tool that wait for an approval. Absent for any other call.
   */
  readonly calls?: readonly ToolResult[];
}

/** The one result of one call. Plain JSON; `status` determines the other fields. */
export type ToolResult<Output = unknown> =
  | (ToolResultBase & { readonly status: "done"; readonly result: Output; readonly error?: undefined })
  | (ToolResultBase & {
      readonly status: "error" | "cancelled" | "rejected-by-user";
      readonly error: ToolFailure;
      /** Partial output of a call that was interrupted, if the tool kept some. */
      readonly result?: unknown;
    })
  | (ToolResultBase & {
      readonly status: "blocked-on-user";
      readonly error: ToolFailure;
      /** The question; of a paused call, the first question of the calls in `calls`. */
      readonly approval: ApprovalRequest;
      readonly result?: undefined;
      /** Set if the tool itself has run and waits for the approval of calls that it made (`PausedCall`). */
      readonly paused?: PausedState;
    });
