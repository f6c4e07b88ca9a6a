import { readFileSync, writeFileSync } from "node:fs";

const KB_PER_MB = 1024;

/** Measures the growth of the resident memory of processes at their peak (Linux; elsewhere always 0). */
export class PeakMemory {
  readonly #base: readonly (readonly [id: number, kb: number])[];

  /** Starts with the memory that the processes have now. */
  constructor(processIds: readonly number[]) {
    this.#base = processIds.map((id) => {
      try {
        writeFileSync(`/proc/${id}/clear_refs`, "5"); // resets VmHWM, see proc(5)
      } catch {
        // Without the right to reset it, the peak includes the start of the process.
      }
      return [id, field(id, "VmRSS")];
    });
  }

  /** Returns the growth since the start in megabytes. */
  growthMb(): number {
    return this.#base.reduce((sum, [id, kb]) => sum + Math.max(0, field(id, "VmHWM") - kb), 0) / KB_PER_MB;
  }
}

function field(id: number, name: string): number {
  try {
    const line = readFileSync(`/proc/${id}/status`, "utf8")
      .split("\n")
      .find((each) => each.startsWith(`${name}:`));
    return Number(line?.replaceAll(/\D/g, "") ?? 0);
  } catch {
    return 0;
  }
}
