import {
  type Context,
  context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
} from "@opentelemetry/api";
import type { TraceContext } from "../../contract/index.js";

/** W3C Trace Context: version, trace id, span id, flags; a later version may add fields after another dash. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Characters of a `tracestate` that are accepted (W3C Trace Context, section 3.3.1.5). */
const MAX_TRACESTATE_LENGTH = 512;

/**
 * Serialises the trace of a context as plain strings, to pass it to another process; undefined without a trace.
 *
 * Baggage is not included, because it may contain anything.
 *
 * @param from - default: the active context
 *
 * @example
 * await queue.add("job", { ...work, traceContext: carrierOf() });
 */
export function carrierOf(from: Context = context.active()): TraceContext | undefined {
  const spanContext = trace.getSpanContext(from);
  return spanContext === undefined ? undefined : carrierOfSpan(spanContext);
}

/** Serialises the context of a span in the same way. */
export function carrierOfSpan(spanContext: SpanContext): TraceContext | undefined {
  if (!isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = spanContext;
  const flags = (traceFlags & 0xff).toString(16).padStart(2, "0");
  const tracestate = traceState?.serialize() ?? "";
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(tracestate !== "" && { tracestate }),
  };
}

/**
 * Returns the context that a carrier describes: spans started in it belong to that trace. An invalid carrier returns `base`,
 * because it comes from another process and may contain anything.
 *
 * @param base - context to extend. Default: the root context
 *
 * @example
 * tracer.startActiveSpan("job", {}, fromCarrier(job.traceContext), (span) => work().finally(() => span.end()));
 */
export function fromCarrier(carrier: TraceContext | undefined, base: Context = ROOT_CONTEXT): Context {
  const { traceparent, tracestate }: { readonly [Key in keyof TraceContext]?: unknown } = carrier ?? {};
  const parts = typeof traceparent === "string" ? TRACEPARENT.exec(traceparent) : null;
  if (parts === null) return base;
  const [, version, traceId = "", spanId = "", flags = "", rest] = parts;
  if (version === "00" && rest !== undefined) return base;
  const state =
    typeof tracestate === "string" && tracestate !== "" && tracestate.length <= MAX_TRACESTATE_LENGTH
      ? { traceState: createTraceState(tracestate) }
      : {};
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true, ...state };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(base, spanContext) : base;
}
