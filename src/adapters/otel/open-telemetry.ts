import {
  type Context,
  context,
  isSpanContextValid,
  type Meter,
  type Span,
  SpanKind,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { ignoreRejection } from "../../contract/index.js";
import type { ObservedCall, ObservedRun, Plugin, RunWatcher } from "../../runtime/index.js";
import { type ContentRecording, recordedText } from "../../runtime/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { ATTRIBUTES, SPANS } from "./attribute-names.js";
import { shownName, startAttributes } from "./call-attributes.js";
import { createInstrumentSource, type Instruments } from "./instruments.js";
import { contextOfSpan, quietSpan } from "./quiet-recorders.js";
import { type CallTrace, traceCall } from "./trace-call.js";
import { fromCarrier } from "./trace-carrier.js";

/** Default for the characters of one recorded input or output. */
export const DEFAULT_MAX_RECORDED_LENGTH = 4_096;

/** Options of the OpenTelemetry plugin. */
export interface OpenTelemetryOptions {
  /** Tracer. Default: the global one under the name `collet`. */
  readonly tracer?: Tracer;
  /** Meter. Default: the global one under the name `collet`. */
  readonly meter?: Meter;
  /**
   * Whether spans record the inputs of calls (`gen_ai.tool.call.arguments`), redacted by the runtime's `redact`. Default
   * false.
   */
  readonly recordInputs?: boolean;
  /**
   * Whether spans record the outputs of calls (`gen_ai.tool.call.result`), redacted by the runtime's `redact`. Default
   * false.
   */
  readonly recordOutputs?: boolean;
  /** Characters of one recorded input or output. Default 4,096. */
  readonly maxRecordedLength?: number;
}

/** The names of all options. */
const OPTION_NAMES = {
  tracer: true,
  meter: true,
  recordInputs: true,
  recordOutputs: true,
  maxRecordedLength: true,
} as const satisfies KeysOf<OpenTelemetryOptions>;

/**
 * Creates a plugin that records a span for every batch and call of a runtime, and measures them.
 *
 * Without a registered SDK it does nothing. Spans contain names, codes, counts and times; inputs, outputs, paths, commands
 * and messages only if the options enable them. Calls are linked to the earlier calls of their batch that they depend on, as
 * in `plan()`, and to the calls of other batches that they waited for. Inside `execute` the call's span is active.
 *
 * @throws RangeError for a `maxRecordedLength` that is not a positive integer
 *
 * @example
 * const runtime = createToolRuntime({ plugins: [openTelemetry()] });
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Plugin {
  requireOptions("openTelemetry", options, OPTION_NAMES);
  const { maxRecordedLength: maxLength = DEFAULT_MAX_RECORDED_LENGTH } = options;
  if (!Number.isInteger(maxLength) || maxLength < 1) {
    throw new RangeError(`maxRecordedLength must be a positive integer, but it is ${String(maxLength)}.`);
  }
  const tracer = options.tracer ?? trace.getTracer("collet");
  const instrumentsNow = createInstrumentSource(options.meter);
  return function openTelemetryPlugin({ observe, redact }) {
    const recording: ContentRecording = { redact, maxLength };
    const traces = new WeakMap<ObservedCall, CallTrace>();
    observe({
      onRun: (run) =>
        watchRun(run, {
          tracer,
          instruments: instrumentsNow(),
          inputs: options.recordInputs === true ? recording : undefined,
          outputs: options.recordOutputs === true ? recording : undefined,
          traces,
        }),
    });
  };
}

interface RunTracing {
  readonly tracer: Tracer;
  readonly instruments: Instruments | undefined;
  readonly inputs: ContentRecording | undefined;
  readonly outputs: ContentRecording | undefined;
  /** Traces of all calls of the runtime that are still referenced. */
  readonly traces: WeakMap<ObservedCall, CallTrace>;
}

function watchRun(run: ObservedRun, tracing: RunTracing): RunWatcher | undefined {
  const { tracer, instruments, traces } = tracing;
  const conversationId = run.session.id;
  const parent = parentOf(run, traces);
  const batch = tracer.startSpan(
    SPANS.batch,
    {
      kind: SpanKind.INTERNAL,
      attributes: {
        [ATTRIBUTES.batchSize]: run.callCount,
        [ATTRIBUTES.conversationId]: conversationId,
      },
    },
    parent,
  );
  ignoreRejection(batch);
  // Without an SDK a span has no context, and calls need none either.
  const batchContext = isSpanContextValid(contextOfSpan(batch)) ? trace.setSpan(parent, batch) : undefined;
  if (batchContext === undefined && instruments === undefined) return undefined;
  let failed = 0;
  return {
    onCall(call) {
      const started =
        batchContext &&
        startCall(call, { tracer, parent: batchContext, conversationId, inputs: tracing.inputs, traces });
      return traceCall(call, {
        trace: started,
        instruments,
        inputs: tracing.inputs,
        outputs: tracing.outputs,
        traceOf: (other) => traces.get(other),
        onEnd: ({ status }) => {
          if (status === "error") failed++;
        },
      });
    },
    onEnd() {
      const recording = quietSpan(batch);
      recording.setAttribute(ATTRIBUTES.batchFailed, failed);
      recording.end();
    },
  };
}

/** Returns the parent context of a run: the call that started it, the trace passed with it, or the caller's context. */
function parentOf({ within, traceContext }: ObservedRun, traces: RunTracing["traces"]): Context {
  const outer = within && traces.get(within);
  if (outer !== undefined) return outer.context;
  const active = context.active();
  return traceContext === undefined ? active : fromCarrier(traceContext, active);
}

function startCall(
  call: ObservedCall,
  options: Pick<RunTracing, "tracer" | "inputs" | "traces"> & {
    readonly parent: Context;
    readonly conversationId: string;
  },
): CallTrace {
  const { tracer, inputs, traces, parent, conversationId } = options;
  const attributes = startAttributes(call, conversationId);
  const requestedName = inputs && recordedText(call.requestedName, inputs);
  if (requestedName !== undefined) attributes[ATTRIBUTES.requestedName] = requestedName;
  const links = call.waitsFor.flatMap((earlier) => {
    const before = traces.get(earlier);
    return before === undefined
      ? []
      : [{ context: contextOfSpan(before.span), attributes: { [ATTRIBUTES.linkKind]: "order" } }];
  });
  const span: Span = tracer.startSpan(
    `${SPANS.call} ${shownName(call)}`,
    { kind: SpanKind.INTERNAL, attributes, links },
    parent,
  );
  ignoreRejection(span);
  const started: CallTrace = { span, context: trace.setSpan(parent, span) };
  traces.set(call, started);
  return started;
}
