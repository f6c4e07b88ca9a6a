import type { ConnectionOptions } from "bullmq";
import type { ToolMap, ToolRuntime } from "../../../runtime/index.js";
import type { Latency } from "../latency-window.js";
import type { ServedOutcome, WorkerApprovals } from "./serving-context.js";

/** Something that a worker did, for logs and timelines. `at` is in milliseconds of this process's clock. */
export type WorkerEvent = { readonly workspace: string; readonly worker: string; readonly at: number } & (
  | { readonly type: "owned" | "stand-by" | "lost" | "released" }
  | { readonly type: "call-start"; readonly tool: string; readonly job: string }
  | ({ readonly type: "call-end"; readonly tool: string; readonly job: string } & ServedOutcome)
  | { readonly type: "job-refused"; readonly job: string; readonly reason: string }
  /** Something that came as the word of a host, and was not believed. */
  | { readonly type: "message-refused"; readonly reason: string }
  | { readonly type: "problem"; readonly message: string }
);

/** How one workspace fares on this worker. */
export interface WorkspaceMetrics {
  readonly workspace: string;
  /** Whether this worker owns it; a stand-by has no other figures but the depth. */
  readonly owned: boolean;
  /** Calls in the queue, of all hosts; absent while Redis does not answer. */
  readonly waiting?: number;
  readonly running: number;
  /** Calls that came to an end here. */
  readonly ended: number;
  /** From sending to start. */
  readonly waitedMs: Latency;
  readonly ranMs: Latency;
}

/** What the workspaces of one worker share. */
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
  /** Where it is noted which jobs were begun. */
  readonly stateDirectory: string | undefined;
  /** Makes the runtime of a workspace that is owned from now on, and says whether it ends with the ownership. */
  open(workspace: string): Promise<{ readonly runtime: ToolRuntime<ToolMap>; readonly ends: boolean }>;
  report(event: WorkerEvent): void;
  /** Whether anybody is told of events. */
  readonly isWatched: boolean;
}

/** What a worker says by itself; the rest of an event is the same for all of a workspace. */
export type WorkerNews = DistributiveOmit<WorkerEvent, "workspace" | "worker" | "at">;

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
