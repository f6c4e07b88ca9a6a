import {
  type Counter,
  createNoopMeter,
  type Histogram,
  type Meter,
  metrics,
  type UpDownCounter,
} from "@opentelemetry/api";
import { METRICS } from "./attribute-names.js";

/** What is measured. */
export interface Instruments {
  /** Seconds that a call ran. */
  readonly duration: Histogram;
  readonly calls: Counter;
  /** Calls that run at the moment. */
  readonly active: UpDownCounter;
  /** Seconds that a call waited for others, of those that had to. */
  readonly conflictWait: Histogram;
  readonly truncations: Counter;
  readonly approvals: Counter;
}

/** Seconds; those that the conventions name for durations. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/**
 * Gives the instruments of a meter, made once; nothing while nobody measures. Without a meter it is the global one, which is asked
 * for each time: a program may set up its metrics after it has made its runtime, and the global API does not hand those on.
 */
export function createInstrumentSource(meter: Meter | undefined): () => Instruments | undefined {
  if (meter !== undefined) {
    const own = makeInstruments(meter);
    return () => own;
  }
  const nobody = createNoopMeter();
  let source: unknown;
  let made: Instruments | undefined;
  return () => {
    const provider = metrics.getMeterProvider();
    if (provider !== source) {
      source = provider;
      const current = provider.getMeter("collet");
      made = current === nobody ? undefined : makeInstruments(current);
    }
    return made;
  };
}

function makeInstruments(meter: Meter): Instruments {
  const seconds = { unit: "s", advice: { explicitBucketBoundaries: SECONDS } };
  return {
    duration: meter.createHistogram(METRICS.duration, {
      ...seconds,
      description: "How long tool calls ran.",
    }),
    calls: meter.createCounter(METRICS.calls, {
      unit: "{call}",
      description: "Tool calls that got their result.",
    }),
    active: meter.createUpDownCounter(METRICS.active, {
      unit: "{call}",
      description: "Tool calls that run at the moment.",
    }),
    conflictWait: meter.createHistogram(METRICS.conflictWait, {
      ...seconds,
      description: "How long tool calls waited for calls that they conflict with, where they had to.",
    }),
    truncations: meter.createCounter(METRICS.truncations, {
      unit: "{result}",
      description: "Results that were cut.",
    }),
    approvals: meter.createCounter(METRICS.approvals, {
      unit: "{question}",
      description: "Questions about calls, by how they ended.",
    }),
  };
}
