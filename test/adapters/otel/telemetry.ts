import { type Attributes, context, type Meter, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll } from "vitest";

/** Registers a context manager for the tests of a file, as an SDK does for a program. */
export function useContextManager(): void {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterAll(() => {
    context.disable();
  });
}

/** Spans that ended, and metrics, in memory. */
export interface Telemetry {
  readonly tracer: Tracer;
  readonly meter: Meter;
  spans(): readonly ReadableSpan[];
  /** The one span with that name. */
  span(name: string): ReadableSpan;
  /** The span of the one call with that id. */
  call(id: string): ReadableSpan;
  /** The points of a metric by their attributes as JSON: a number, or the count of a histogram. */
  points(metric: string): Promise<Readonly<Record<string, number>>>;
}

/** Returns the options of `openTelemetry` that record into a telemetry. */
export function recordersOf({ tracer, meter }: Telemetry): Pick<Telemetry, "tracer" | "meter"> {
  return { tracer, meter };
}

export function recordTelemetry(): Telemetry {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  });
  const meters = new MeterProvider({ readers: [reader] });
  const only = (spans: readonly ReadableSpan[], what: string): ReadableSpan => {
    const [span] = spans;
    if (span === undefined || spans.length > 1) throw new Error(`${spans.length} spans of ${what}.`);
    return span;
  };
  const spans = () => exporter.getFinishedSpans();
  return {
    tracer: provider.getTracer("test"),
    meter: meters.getMeter("test"),
    spans,
    span: (name) =>
      only(
        spans().filter((span) => span.name === name),
        name,
      ),
    call: (id) =>
      only(
        spans().filter((span) => span.attributes["gen_ai.tool.call.id"] === id),
        `call ${id}`,
      ),
    async points(name) {
      await reader.forceFlush();
      const metrics =
        metricExporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
      const points = metrics.filter((metric) => metric.descriptor.name === name).flatMap(pointsOf);
      return Object.fromEntries(points);
    },
  };
}

function pointsOf(metric: { readonly dataPoints: readonly { attributes: Attributes; value: unknown }[] }) {
  return metric.dataPoints.map(({ attributes, value }): [string, number] => {
    const sorted = Object.fromEntries(
      Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    const count = typeof value === "number" ? value : (value as { readonly count: number }).count;
    return [JSON.stringify(sorted), count];
  });
}

/** The id of the span that a span is a child of. */
export const parentOf = (span: ReadableSpan): string | undefined => span.parentSpanContext?.spanId;

/** The ids of the calls that a span is linked to, by the kind of the link. */
export function linkedCalls(
  span: ReadableSpan,
  kind: "order" | "wait",
  telemetry: Telemetry,
): readonly string[] {
  const ids = new Map(
    telemetry
      .spans()
      .map((each) => [each.spanContext().spanId, String(each.attributes["gen_ai.tool.call.id"])]),
  );
  return span.links
    .filter((link) => link.attributes?.["collet.link.kind"] === kind)
    .map((link) => ids.get(link.context.spanId) ?? "not exported");
}
