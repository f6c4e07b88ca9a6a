import type { PermissionDecision, ResourceKey } from "../../contract/index.js";

/** The planned execution of one call. */
export interface PlannedCall {
  readonly callId: string;
  /** The canonical name, or the requested one if no tool was found. */
  readonly toolName: string;
  readonly requestedName: string;
  /** Absent if the call would fail before permission is judged. */
  readonly decision?: PermissionDecision;
  /** The reason why the call would fail before it runs. */
  readonly error?: { readonly errorCode: string; readonly message: string };
  /** Canonical keys; `"all"` for a tool that conflicts with everything. */
  readonly resourceKeys: readonly ResourceKey[] | "all";
  /** Ids of the earlier calls that it waits for directly; calls that those wait for are omitted. */
  readonly waitsFor: readonly string[];
  /** Present if it waits for more calls than `waitsFor` and the conflicts name. */
  readonly waitsForMore?: true;
}

/** Two calls that must not overlap, with the reason. One for each id in a `waitsFor`. */
export interface PlannedConflict {
  readonly earlier: string;
  readonly later: string;
  /** The key they share; absent when one of them conflicts with everything. */
  readonly key?: string;
  readonly reason: string;
}

/** The effect that `executeBatch` would have for a list of calls. Plain JSON. */
export interface ExecutionPlan {
  readonly calls: readonly PlannedCall[];
  /**
   * Call ids in groups according to the algorithm of the Amp specification; calls of one group may run
   * together.
   */
  readonly batches: readonly (readonly string[])[];
  readonly conflicts: readonly PlannedConflict[];
}
