import {
  type Counter,
  createNoopMeter,
  type Histogram,
  type Meter,
  metrics,
  type UpDownCounter,
} from "@opentelemetry/api";
import { METRICS } from "./attribute-names.js";
import { quietFunctions } from "./quiet-recorders.js";

/** Metric instruments of a runtime. */
export interface Instruments {
  /** Seconds that a call ran. */
  readonly duration: Pick<Histogram, "record">;
  readonly calls: Pick<Counter, "add">;
  /** Calls that run at the moment. */
  readonly active: Pick<UpDownCounter, "add">;
  /** Seconds that a call waited for conflicting calls, if it had to. */
  readonly conflictWait: Pick<Histogram, "record">;
  readonly truncations: Pick<Counter, "add">;
  readonly approvals: Pick<Counter, "add">;
}

/** Bucket boundaries in seconds; those that the conventions recommend for durations. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/**
 * Returns a function that returns the instruments of a meter, created once, or undefined without metrics. Without a meter it
 * asks for the global one each time: a program may set up its metrics after it created its runtime, and the global API does
 * not forward those.
 */
export function createInstrumentSource(meter: Meter | undefined): () => Instruments | undefined {
  if (meter !== undefined) {
    const own = makeInstruments(meter);
    return () => own;
  }
  const noMeter = createNoopMeter();
  let source: unknown;
  let made: Instruments | undefined;
  return () => {
    const provider = metrics.getMeterProvider();
    if (provider !== source) {
      source = provider;
      const current = provider.getMeter("collet");
      made = current === noMeter ? undefined : makeInstruments(current);
    }
    return made;
  };
}

function makeInstruments(meter: Meter): Instruments {
  const seconds = { unit: "s", advice: { explicitBucketBoundaries: SECONDS } };
  const counter = (name: string, unit: string, description: string) =>
    quietFunctions(meter.createCounter(name, { unit, description }), ["add"]);
  const histogram = (name: string, description: string) =>
    quietFunctions(meter.createHistogram(name, { ...seconds, description }), ["record"]);
  return {
    duration: histogram(METRICS.duration, "Duration of tool calls."),
    calls: counter(METRICS.calls, "{call}", "Tool calls that ended."),
    active: quietFunctions(
      meter.createUpDownCounter(METRICS.active, {
        unit: "{call}",
        description: "Tool calls that are running.",
      }),
      ["add"],
    ),
    conflictWait: histogram(METRICS.conflictWait, "Time that tool calls waited for conflicting calls."),
    truncations: counter(METRICS.truncations, "{result}", "Results that were truncated."),
    approvals: counter(METRICS.approvals, "{question}", "Questions about calls, by outcome."),
  };
}
