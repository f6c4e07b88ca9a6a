import type { ApprovalAnswer, ToolCall } from "../../contract/index.js";
import type { ApprovalAnswers } from "../../runtime/index.js";

/** A result as it is kept: without times and random names, and with `<cwd>` in place of the working directory. */
export type RecordedResult = Readonly<Record<string, unknown>>;

/** What an approver said about a call, or how the handler failed. */
export interface RecordedAnswer {
  readonly callId: string;
  readonly toolName: string;
  readonly answer: boolean | ApprovalAnswer | { readonly threw: string };
}

/** One thing that a host asked of its runtime. */
export type RecordedStep =
  | {
      readonly type: "calls";
      readonly calls: readonly ToolCall[];
      readonly results: readonly RecordedResult[];
    }
  | {
      /** Results of earlier steps were continued. */
      readonly type: "resume";
      readonly callIds: readonly string[];
      readonly answers: ApprovalAnswers;
      readonly results: readonly RecordedResult[];
    };

/** A run as JSON: what was asked for, what was decided, what came of it. */
export interface Recording {
  readonly format: "collet-recording-1";
  /** Whether there was an approval handler; without one, questions came back as `blocked-on-user`. */
  readonly asksHost: boolean;
  readonly steps: readonly RecordedStep[];
  /** In the order of the questions. */
  readonly answers: readonly RecordedAnswer[];
}

/** The format that this version writes and reads. */
export const RECORDING_FORMAT = "collet-recording-1";
