import type { ConnectionOptions } from "bullmq";
import type { ToolMap, ToolRuntime } from "../../../runtime/index.js";
import type { Latency } from "../latency-window.js";
import type { ServedOutcome, WorkerApprovals } from "./serving-context.js";

/** Event of a worker, for logs and timelines. `at` is in milliseconds of this process's clock. */
export type WorkerEvent = { readonly workspace: string; readonly worker: string; readonly at: number } & (
  | { readonly type: "owned" | "stand-by" | "lost" | "released" }
  | { readonly type: "call-start"; readonly tool: string; readonly job: string }
  | ({ readonly type: "call-end"; readonly tool: string; readonly job: string } & ServedOutcome)
  | { readonly type: "job-refused"; readonly job: string; readonly reason: string }
  /** A message that claimed to come from a host was rejected. */
  | { readonly type: "message-refused"; readonly reason: string }
  | { readonly type: "problem"; readonly message: string }
);

/** Metrics of one workspace on this worker. */
export interface WorkspaceMetrics {
  readonly workspace: string;
  /** Whether this worker owns it; a stand-by reports only the queue depth. */
  readonly owned: boolean;
  /** Calls in the queue, from all hosts; absent while Redis does not answer. */
  readonly waiting?: number;
  readonly running: number;
  /** Calls that ended here. */
  readonly ended: number;
  /** Time from sending to start. */
  readonly waitedMs: Latency;
  readonly ranMs: Latency;
}

/** State shared by the workspaces of one worker. */
export interface WorkspaceServing {
  readonly connection: ConnectionOptions;
  readonly prefix: string;
  readonly workerId: string;
  readonly secret: string | undefined;
  readonly approvals: WorkerApprovals;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly recordMs: number;
  readonly maxResultBytes: number;
  /** Folder that records which jobs started. */
  readonly stateDirectory: string | undefined;
  /** Creates the runtime of a newly owned workspace, and tells whether it ends with the ownership. */
  open(workspace: string): Promise<{ readonly runtime: ToolRuntime<ToolMap>; readonly ends: boolean }>;
  report(event: WorkerEvent): void;
  /** Whether an event listener is set. */
  readonly isWatched: boolean;
}

/** Fields that differ between the events of a workspace. */
export type WorkerNews = DistributiveOmit<WorkerEvent, "workspace" | "worker" | "at">;

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
