import type { ApprovalAnswer, ToolCall } from "../../contract/index.js";
import type { ApprovalAnswers } from "../../runtime/index.js";

/** A stored result: without times and random names, and with `<cwd>` instead of the working directory. */
export type RecordedResult = Readonly<Record<string, unknown>>;

/** The answer of an approver about a call, or the failure of the handler. */
export interface RecordedAnswer {
  readonly callId: string;
  readonly toolName: string;
  readonly answer: boolean | ApprovalAnswer | { readonly threw: string };
}

/** One request of a host to its runtime. */
export type RecordedStep =
  | {
      readonly type: "calls";
      readonly calls: readonly ToolCall[];
      readonly results: readonly RecordedResult[];
    }
  | {
      /** Marks the continuation of results of earlier steps. */
      readonly type: "resume";
      readonly callIds: readonly string[];
      readonly answers: ApprovalAnswers;
      readonly results: readonly RecordedResult[];
    };

/** A run as JSON: the calls, the decisions and the results. */
export interface Recording {
  readonly format: "collet-recording-1";
  /** Whether there was an approval handler; without one, questions were returned as `blocked-on-user`. */
  readonly asksHost: boolean;
  readonly steps: readonly RecordedStep[];
  /** The answers, in the order of the questions. */
  readonly answers: readonly RecordedAnswer[];
}

/** The format that this version writes and reads. */
export const RECORDING_FORMAT = "collet-recording-1";
