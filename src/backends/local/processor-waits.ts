import { closeSync, openSync, readSync } from "node:fs";

/** proc(5): nanoseconds that the thread has run, nanoseconds that it has waited for a processor, number of time slices. */
const SCHEDULING = "/proc/thread-self/schedstat";

const NANOSECONDS_PER_MS = 1e6;

/** The time in which this thread ran or waited for a processor because others were running; in the rest it waited for a device. */
export interface ProcessorWaits {
  /** Milliseconds so far; what cannot be read counts as none. */
  read(): number;
  close(): void;
}

/** Opens the measurement; returns `undefined` on systems other than Linux. */
export function openProcessorWaits(): ProcessorWaits | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const descriptor = openSync(SCHEDULING, "r");
    const bytes = Buffer.alloc(128);
    return {
      read() {
        try {
          const text = bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, bytes.length, 0));
          const [ran = 0, waited = 0] = text.split(" ").map(Number);
          return (ran + waited) / NANOSECONDS_PER_MS;
        } catch {
          return 0;
        }
      },
      close() {
        try {
          closeSync(descriptor);
        } catch {
          // Nothing was written.
        }
      },
    };
  } catch {
    return undefined;
  }
}
