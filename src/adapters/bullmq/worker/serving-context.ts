import type { ToolMap, ToolRuntime } from "../../../runtime/index.js";
import type { WorkerMessageWriter } from "../messages/index.js";
import type { RedisLink } from "../redis/index.js";
import type { SigningKey } from "../signing/index.js";
import type { WireResult, WorkspaceNames } from "../wire/index.js";
import type { BegunJobs } from "./begun-jobs.js";
import type { OwnedEpochs } from "./owned-epochs.js";
import type { ServedSessions } from "./served-sessions.js";

/** Source of the approval for a call that the worker's own rules ask about. */
export type WorkerApprovals =
  /** The host's: it let the call through by a rule or because an approver agreed. */
  | "host"
  /** The host's if an approver was asked there; a rule of the host is not enough. */
  | "asked"
  /** Only the `onApproval` of the worker's runtime; without one such calls are refused. */
  | "own";

/** State shared by the calls of one owned workspace. */
export interface ServingContext {
  /** Aborted when this worker no longer owns the workspace. */
  readonly over: AbortSignal;
  readonly runtime: ToolRuntime<ToolMap>;
  readonly sessions: ServedSessions;
  readonly link: RedisLink;
  readonly names: WorkspaceNames;
  readonly workspace: string;
  readonly workerId: string;
  readonly token: string;
  readonly key: SigningKey;
  readonly writer: WorkerMessageWriter;
  readonly begun: BegunJobs;
  readonly epochs: OwnedEpochs;
  readonly approvals: WorkerApprovals;
  readonly recordMs: number;
  readonly maxResultBytes: number;
  hostStream(host: string): string;
}

/** Outcome of a job, for metrics and observers. */
export interface ServedOutcome {
  readonly status: WireResult["status"] | "repeated" | "left";
  readonly errorCode?: string | undefined;
  readonly waitedMs: number;
  readonly ranMs: number;
}
