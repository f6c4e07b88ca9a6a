import { median } from "../../measure.js";
import { cellOf, rounded } from "./cells.js";
import type { Repetition } from "./open-row.js";
import type { Cell } from "./report.js";
import type { WorkerProcess } from "./worker-process.js";

/** A peer whose repetition takes longer than this is not repeated. */
const SLOW_MS = 10_000;

/** Repeats the opened row of all workers in turn, after one round to warm up, and returns medians. */
export async function alternate(
  workers: ReadonlyMap<string, WorkerProcess>,
  repetitions: number,
): Promise<Record<string, Cell>> {
  const cells: Record<string, Cell> = {};
  const counted = new Map([...workers.keys()].map((id) => [id, [] as Repetition[]]));
  const isSlow = (id: string) => (counted.get(id) ?? []).some(({ ms }) => ms > SLOW_MS);
  for (let round = 0; round <= repetitions; round += 1) {
    for (const [id, worker] of workers) {
      if (cells[id] !== undefined || isSlow(id)) continue;
      const answer = await worker.request({ type: "repeat" });
      if (answer.type !== "repeated") cells[id] = cellOf(answer);
      else if (round > 0 || answer.ms > SLOW_MS) counted.get(id)?.push(answer);
    }
  }
  for (const [id, measured] of counted) {
    cells[id] ??= {
      kind: "measured",
      value: rounded(median(measured.map(({ ms }) => ms))),
      processorMs: rounded(median(measured.map(({ processorMs }) => processorMs))),
      memoryMb: rounded(Math.max(...measured.map(({ memoryMb }) => memoryMb))),
    };
  }
  return cells;
}
