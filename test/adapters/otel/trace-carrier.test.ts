import { createTraceState, ROOT_CONTEXT, TraceFlags, trace } from "@opentelemetry/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carrierOf, fromCarrier } from "../../../src/adapters/otel/index.js";
import { recordTelemetry } from "./telemetry.js";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const spanContext = { traceId: TRACE, spanId: SPAN, traceFlags: TraceFlags.SAMPLED };

describe("carrierOf", () => {
  it("writes a context as W3C Trace Context does", () => {
    expect(carrierOf(trace.setSpanContext(ROOT_CONTEXT, spanContext))).toEqual({
      traceparent: `00-${TRACE}-${SPAN}-01`,
    });
    const state = { ...spanContext, traceFlags: 0, traceState: createTraceState("a=1,b=2") };
    expect(carrierOf(trace.setSpanContext(ROOT_CONTEXT, state))).toEqual({
      traceparent: `00-${TRACE}-${SPAN}-00`,
      tracestate: "a=1,b=2",
    });
  });

  it("returns nothing without a trace", () => {
    expect(carrierOf()).toBeUndefined();
    expect(
      carrierOf(trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, spanId: "0".repeat(16) })),
    ).toBeUndefined();
  });
});

describe("fromCarrier", () => {
  it("makes spans children of the one that was carried, as a remote parent", () => {
    const telemetry = recordTelemetry();
    const carried = fromCarrier({ traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: "a=1" });
    telemetry.tracer.startSpan("child", {}, carried).end();
    const child = telemetry.span("child");
    expect(child.parentSpanContext).toMatchObject({ ...spanContext, isRemote: true });
    expect(child.spanContext().traceState?.serialize()).toBe("a=1");
  });

  it.each([
    ["nothing", undefined],
    ["no string", { traceparent: 7 }],
    ["another version", { traceparent: `ff-${TRACE}-${SPAN}-01` }],
    ["more than version 00 has", { traceparent: `00-${TRACE}-${SPAN}-01-extra` }],
    ["an empty trace", { traceparent: `00-${"0".repeat(32)}-${SPAN}-01` }],
    ["an empty span", { traceparent: `00-${TRACE}-${"0".repeat(16)}-01` }],
    ["capital letters", { traceparent: `00-${TRACE.toUpperCase()}-${SPAN}-01` }],
    ["a line end", { traceparent: `00-${TRACE}-${SPAN}-01\n` }],
  ])("returns its base for %s", (_what, carrier) => {
    expect(fromCarrier(carrier as never, ROOT_CONTEXT)).toBe(ROOT_CONTEXT);
  });

  it("reads later versions, which may say more", () => {
    const carried = fromCarrier({ traceparent: `01-${TRACE}-${SPAN}-01-more` });
    expect(trace.getSpanContext(carried)).toMatchObject(spanContext);
  });

  it("drops a trace state that is too long, and keeps the trace", () => {
    const carried = fromCarrier({
      traceparent: `00-${TRACE}-${SPAN}-01`,
      tracestate: `a=${"x".repeat(600)}`,
    });
    expect(trace.getSpanContext(carried)).toEqual({ ...spanContext, isRemote: true });
  });

  it("never throws, and undoes what carrierOf did", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (traceparent, tracestate) => {
        fromCarrier({ traceparent, tracestate } as never);
      }),
    );
    const carrier = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: "a=1,b=2" };
    expect(carrierOf(fromCarrier(carrier))).toEqual(carrier);
  });
});
