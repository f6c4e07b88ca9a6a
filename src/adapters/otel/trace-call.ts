import { type Context, context, type Span, SpanStatusCode } from "@opentelemetry/api";
import type { ToolResult } from "../../contract/index.js";
import type { CallWatcher, ObservedCall } from "../../runtime/index.js";
import { type ContentRecording, recordedInput, recordedOutput } from "../../runtime/index.js";
import { ATTRIBUTES, SPANS } from "./attribute-names.js";
import { endAttributes, errorTypeOf, outcomeAttributes, shownName } from "./call-attributes.js";
import type { Instruments } from "./instruments.js";
import { contextOfSpan, quietSpan, type RecordingSpan } from "./quiet-recorders.js";
import { carrierOfSpan } from "./trace-carrier.js";

/** Span of a call, and the context in which it runs. */
export interface CallTrace {
  readonly span: Span;
  readonly context: Context;
}

/** Dependencies for watching a call. */
export interface CallTracing {
  /** Absent without tracing. */
  readonly trace: CallTrace | undefined;
  /** Absent without metrics. */
  readonly instruments: Instruments | undefined;
  readonly inputs: ContentRecording | undefined;
  readonly outputs: ContentRecording | undefined;
  /** Returns the trace of another call, if it has one. */
  readonly traceOf: (call: ObservedCall) => CallTrace | undefined;
  readonly onEnd: (result: ToolResult) => void;
}

/** Watches one call: records its span and its metrics. */
export function traceCall(call: ObservedCall, tracing: CallTracing): CallWatcher {
  const { instruments, inputs, outputs, traceOf } = tracing;
  const span = tracing.trace && quietSpan(tracing.trace.span);
  const callContext = tracing.trace?.context;
  const toolName = { [ATTRIBUTES.toolName]: shownName(call) };
  let askedAt: number | undefined;
  let active = false;
  let hadToWait = false;

  const recordInput = (input: unknown) => {
    const json = inputs && span?.isRecording() ? recordedInput(input, inputs) : undefined;
    if (json !== undefined) span?.setAttribute(ATTRIBUTES.callArguments, json);
  };
  recordInput(call.input);

  return {
    traceContext: tracing.trace && carrierOfSpan(contextOfSpan(tracing.trace.span)),
    onWait(earlier) {
      hadToWait = true;
      span?.setAttribute(ATTRIBUTES.conflicts, earlier.length);
      for (const other of earlier) {
        // Calls of the same run are linked from the start, whether or not they ended in time.
        const linked = call.waitsFor.includes(other) ? undefined : traceOf(other);
        if (linked === undefined) continue;
        span?.addLink({ context: contextOfSpan(linked.span), attributes: { [ATTRIBUTES.linkKind]: "wait" } });
      }
    },
    onQuestion() {
      askedAt = performance.now();
      span?.addEvent(SPANS.approvalRequested);
    },
    onAnswer(approved) {
      const waitedMs = askedAt === undefined ? undefined : performance.now() - askedAt;
      askedAt = undefined;
      span?.addEvent(SPANS.approvalAnswered, {
        [ATTRIBUTES.approved]: approved,
        ...(waitedMs !== undefined && { [ATTRIBUTES.approvalWaitMs]: waitedMs }),
      });
      const outcome = approved ? "approved" : "rejected";
      instruments?.approvals.add(1, { ...toolName, [ATTRIBUTES.approvalOutcome]: outcome });
    },
    onStart({ timing, input }) {
      const { queuedAt, readyAt = queuedAt, preparedAt = readyAt, startedAt = preparedAt } = timing;
      const waitedMs = readyAt - queuedAt;
      if (input !== call.input) recordInput(input);
      span?.setAttributes({
        [ATTRIBUTES.conflictWaitMs]: waitedMs,
        [ATTRIBUTES.slotWaitMs]: startedAt - preparedAt,
      });
      if (hadToWait) instruments?.conflictWait.record(waitedMs / 1_000, toolName, callContext);
      active = true;
      instruments?.active.add(1, toolName);
    },
    around(work) {
      if (callContext === undefined) work();
      else context.with(callContext, work);
    },
    onEnd(result) {
      if (active) instruments?.active.add(-1, toolName);
      if (askedAt !== undefined) {
        instruments?.approvals.add(1, { ...toolName, [ATTRIBUTES.approvalOutcome]: "pending" });
      }
      if (span !== undefined) endSpan(span, result, outputs);
      if (instruments !== undefined) measure(result, instruments, toolName, callContext);
      tracing.onEnd(result);
    },
  };
}

function endSpan(span: RecordingSpan, result: ToolResult, outputs: ContentRecording | undefined): void {
  if (span.isRecording()) {
    span.setAttributes(endAttributes(result));
    const text = outputs && recordedOutput(result.content, outputs);
    if (text !== undefined) span.setAttribute(ATTRIBUTES.callResult, text);
    // A rejected or cancelled call is not a fault.
    const message = result.status === "error" ? errorTypeOf(result) : undefined;
    if (message !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message });
  }
  span.end();
}

function measure(
  result: ToolResult,
  { calls, duration, truncations }: Instruments,
  toolName: Readonly<Record<string, string>>,
  callContext: Context | undefined,
): void {
  const attributes = Object.assign({}, toolName, outcomeAttributes(result));
  calls.add(1, attributes);
  const { startedAt, durationMs } = result.timing;
  if (startedAt !== undefined) {
    const operation = { [ATTRIBUTES.operationName]: SPANS.call, ...attributes };
    duration.record(durationMs / 1_000, operation, callContext);
  }
  if (result.truncation !== undefined) truncations.add(1, toolName);
}
