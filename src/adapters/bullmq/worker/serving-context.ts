import type { ToolMap, ToolRuntime } from "../../../runtime/index.js";
import type { RedisLink } from "../redis/index.js";
import type { SigningKey } from "../signing/index.js";
import type { WorkerVoice } from "../voices/index.js";
import type { WireResult, WorkspaceNames } from "../wire/index.js";
import type { BegunJobs } from "./begun-jobs.js";
import type { OwnedEpochs } from "./owned-epochs.js";
import type { ServedSessions } from "./served-sessions.js";

/** Whose yes counts for a call that the worker's own rules would ask about. */
export type WorkerApprovals =
  /** The host's: what it let through, by a rule or because somebody said yes. */
  | "host"
  /** The host's where somebody was asked there; a rule of the host's is not enough. */
  | "asked"
  /** The `onApproval` of the worker's runtime alone; without one such calls are refused. */
  | "own";

/** What the calls of one owned workspace share. */
export interface ServingContext {
  /** Aborted when the workspace is no longer this worker's. */
  readonly over: AbortSignal;
  readonly runtime: ToolRuntime<ToolMap>;
  readonly sessions: ServedSessions;
  readonly link: RedisLink;
  readonly names: WorkspaceNames;
  readonly workspace: string;
  readonly workerId: string;
  readonly token: string;
  readonly key: SigningKey;
  readonly voice: WorkerVoice;
  readonly begun: BegunJobs;
  readonly epochs: OwnedEpochs;
  readonly approvals: WorkerApprovals;
  readonly recordMs: number;
  readonly maxResultBytes: number;
  hostStream(host: string): string;
}

/** What became of a job, for metrics and for whoever watches. */
export interface ServedOutcome {
  readonly status: WireResult["status"] | "repeated" | "left";
  readonly errorCode?: string;
  readonly waitedMs: number;
  readonly ranMs: number;
}
