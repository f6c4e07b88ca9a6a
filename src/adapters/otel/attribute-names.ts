/**
 * Attribute names of the OpenTelemetry semantic conventions for generative AI, and our own names under `collet.` for
 * everything that the conventions do not cover. They are written out because the package of the conventions is 10 MB, and
 * these names are in its unstable part.
 */
export const ATTRIBUTES = {
  operationName: "gen_ai.operation.name",
  conversationId: "gen_ai.conversation.id",
  toolName: "gen_ai.tool.name",
  toolType: "gen_ai.tool.type",
  toolDescription: "gen_ai.tool.description",
  callId: "gen_ai.tool.call.id",
  /** Only with `recordInputs`. */
  callArguments: "gen_ai.tool.call.arguments",
  /** Only with `recordOutputs`. */
  callResult: "gen_ai.tool.call.result",
  /** `errorCode` of a failed call. */
  errorType: "error.type",

  batchSize: "collet.batch.size",
  batchFailed: "collet.batch.failed",
  toolKind: "collet.tool.kind",
  /** Only with `recordInputs`: a model writes it. */
  requestedName: "collet.tool.requested_name",
  status: "collet.call.status",
  verdict: "collet.decision.verdict",
  decisionSource: "collet.decision.source",
  inputRepairs: "collet.input.repairs",
  /** How many calls it had to wait for, in any run. */
  conflicts: "collet.conflicts.waited_for",
  conflictWaitMs: "collet.conflicts.wait_ms",
  slotWaitMs: "collet.slot.wait_ms",
  approvalWaitMs: "collet.approval.wait_ms",
  approved: "collet.approval.approved",
  approvalOutcome: "collet.approval.outcome",
  omittedBytes: "collet.truncation.omitted_bytes",
  omittedLines: "collet.truncation.omitted_lines",
  changedFiles: "collet.files.changed",
  /** How often an executor tried, if it reports this. */
  attempts: "collet.call.attempts",
  linkKind: "collet.link.kind",
} as const;

/** Names of spans and of their events. */
export const SPANS = {
  batch: "execute_batch",
  /** Operation name, and the first word of a call's span name. */
  call: "execute_tool",
  approvalRequested: "collet.approval.requested",
  approvalAnswered: "collet.approval.answered",
} as const;

/** Names of metrics. */
export const METRICS = {
  duration: "gen_ai.execute_tool.duration",
  calls: "collet.tool.calls",
  active: "collet.tool.active",
  conflictWait: "collet.tool.conflict_wait",
  truncations: "collet.tool.truncations",
  approvals: "collet.approvals",
} as const;

/**
 * Placeholder for a name that must not be recorded because a model wrote it: the conventions' value for "none of the known
 * ones".
 */
export const OTHER = "_OTHER";
