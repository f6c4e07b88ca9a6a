import { openProcessorWaits, type ProcessorWaits } from "./processor-waits.js";

/** Duration that marks a volume as slow: a network share, a sleeping disk, or a disk busy with a sync. */
const SLOW_CALL_MS = 5;

/** Period during which calls use the thread pool after a slow call. */
const POOL_PERIOD_MS = 60_000;

/** Calls after a long one whose waits for a processor are measured, at some microseconds each. */
const MEASURED_CALLS = 1_000;

/** Largest content that is read and written synchronously: one chunk of every reader here. */
export const BRIEF_BYTES = 65_536;

/** Measurements of time; those of the system except in tests. */
export interface BriefClock {
  /** Milliseconds. */
  now(): number;
  /** Opens the measurement of the time that this thread runs or waits for a processor; `undefined` where there is none. */
  openWaits(): ProcessorWaits | undefined;
}

const SYSTEM: BriefClock = { now: () => performance.now(), openWaits: openProcessorWaits };

let poolUntilMs = Number.NEGATIVE_INFINITY;
let isExcused = false;
let measuring: { readonly waits: ProcessorWaits; callsLeft: number } | undefined;

/**
 * Makes a short system call: synchronously while the volume is fast, otherwise in the thread pool.
 *
 * A call on one name or a few pages takes microseconds on a local volume; the thread pool takes thirty times
 * as long, most of it on this thread. A slow call sends all brief calls of the next minute to the pool,
 * so that a slow volume blocks the event loop at most once per minute. Syncs, large contents and the rest of a long listing
 * always use the pool.
 *
 * On a busy machine another thread may run in the middle of a call, or the garbage collector, which then takes long on the fastest
 * volume. So after a first long call, the time for which this thread runs or waits for a processor is measured, and does not count.
 */
export async function briefCall<Result>(
  atOnce: () => Result,
  inPool: () => Promise<Result>,
  clock: BriefClock = SYSTEM,
): Promise<Result> {
  return clock.now() < poolUntilMs ? inPool() : measured(atOnce, clock);
}

/** Makes a few short system calls synchronously; returns `undefined` without making them while the volume is slow. */
export function briefCalls<Result>(atOnce: () => Result, clock: BriefClock = SYSTEM): Result | undefined {
  return clock.now() < poolUntilMs ? undefined : measured(atOnce, clock);
}

/** Leaves the duration of the running call uncounted: it has a reason other than the volume. */
export function excuseDuration(): void {
  isExcused = true;
}

function measured<Result>(atOnce: () => Result, clock: BriefClock): Result {
  const waitedBefore = measuring?.waits.read();
  const start = clock.now();
  isExcused = false;
  try {
    return atOnce();
  } finally {
    const end = clock.now();
    if (end - start > SLOW_CALL_MS && !isExcused)
      judge({ end, durationMs: end - start, waitedBefore }, clock);
    else if (measuring !== undefined) {
      measuring.callsLeft -= 1;
      if (measuring.callsLeft === 0) stopMeasuring();
    }
  }
}

interface LongCall {
  readonly end: number;
  readonly durationMs: number;
  /** Absent if the waits were not measured before the call. */
  readonly waitedBefore: number | undefined;
}

function judge({ end, durationMs, waitedBefore }: LongCall, clock: BriefClock): void {
  if (measuring === undefined) {
    const waits = clock.openWaits();
    if (waits === undefined) poolUntilMs = end + POOL_PERIOD_MS;
    else measuring = { waits, callsLeft: MEASURED_CALLS };
    return;
  }
  measuring.callsLeft = MEASURED_CALLS;
  const waitedMs = measuring.waits.read() - (waitedBefore ?? 0);
  if (waitedBefore === undefined || durationMs - waitedMs > SLOW_CALL_MS) poolUntilMs = end + POOL_PERIOD_MS;
}

function stopMeasuring(): void {
  measuring?.waits.close();
  measuring = undefined;
}
