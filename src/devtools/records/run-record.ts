import type { PermissionDecision, ToolKind, ToolStatus } from "../../contract/index.js";

/** The version of the format of a recording. */
export const RECORDING_VERSION = 1;

/** A question of the runtime that waits for its answer, as the page shows it. */
export interface RecordedQuestion {
  /** The id to answer under; an answer applies to no other question. */
  readonly id: string;
  readonly callId: string;
  readonly toolName: string;
  readonly title: string;
  readonly summary: string;
  /** The diff or text that the question shows; empty if it shows none. */
  readonly preview: string;
  /** Whether "for this session" may be offered. */
  readonly canRemember: boolean;
}

/** A tool that a model is offered, with the size of its definition. */
export interface RecordedTool {
  readonly name: string;
  /** Characters of its name, description and parameters as JSON. */
  readonly characters: number;
}

/** Times of a call, in milliseconds of the runtime's clock. */
export interface RecordedTiming {
  readonly queuedAt: number;
  /** All calls that it had to wait for had ended. */
  readonly readyAt?: number;
  /** It was approved, or needed no approval. */
  readonly preparedAt?: number;
  /** It had a slot. */
  readonly startedAt?: number;
}

/**
 * One line of a recording; the lines of a run are in the order in which they happened. Plain JSON.
 *
 * `call` is a key that is unique in the recording, since models repeat ids. Times are milliseconds since the epoch.
 */
export type RunRecord =
  | { readonly type: "recording"; readonly version: typeof RECORDING_VERSION; readonly at: number }
  /** The tools of the runtime when a run began; repeated if they changed. */
  | { readonly type: "tools"; readonly at: number; readonly tools: readonly RecordedTool[] }
  | {
      readonly type: "run";
      readonly run: number;
      readonly at: number;
      readonly sessionId: string;
      readonly callCount: number;
      /** The key of the call whose tool makes these calls. */
      readonly within?: string;
    }
  | {
      readonly type: "call";
      readonly run: number;
      readonly call: string;
      readonly at: number;
      readonly id: string;
      readonly toolName: string;
      readonly requestedName: string;
      readonly kind: ToolKind | "unknown";
      /** The canonical input as JSON, redacted and bounded. */
      readonly input: string;
      readonly repairCount: number;
      readonly decision?: PermissionDecision;
      /** The keys of the earlier calls of the run that it conflicts with. */
      readonly conflicts: readonly string[];
    }
  | { readonly type: "wait"; readonly call: string; readonly at: number; readonly earlier: readonly string[] }
  | { readonly type: "question"; readonly call: string; readonly at: number }
  | { readonly type: "answer"; readonly call: string; readonly at: number; readonly approved: boolean }
  | {
      readonly type: "start";
      readonly call: string;
      readonly at: number;
      readonly timing: RecordedTiming;
      /** Present if the approver or a middleware changed the input. */
      readonly input?: string;
    }
  | {
      readonly type: "end";
      readonly call: string;
      readonly at: number;
      readonly status: ToolStatus;
      readonly errorCode?: string;
      /** The text that the model reads, redacted and bounded. */
      readonly text: string;
      readonly files: readonly string[];
      /** The metadata of the tool and of the pipeline as JSON, redacted and bounded: repairs, matchers, exit codes. */
      readonly metadata?: string;
      /** The record of the truncated output, as JSON. */
      readonly truncation?: string;
    }
  | { readonly type: "asked"; readonly at: number; readonly question: RecordedQuestion }
  | { readonly type: "answered"; readonly at: number; readonly question: string; readonly approved: boolean }
  | { readonly type: "run-end"; readonly run: number; readonly at: number };
