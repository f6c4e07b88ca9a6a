import type { WorkerAnswer } from "./messages.js";
import type { Cell } from "./report.js";

/** The id of the peer that ratios refer to. */
const YARDSTICK = "bare-node";

/** Returns the cell of an answer that is not a repetition. */
export function cellOf(answer: WorkerAnswer): Cell {
  if (answer.type === "counted") return { kind: "counted", text: answer.text, score: rounded(answer.score) };
  if (answer.type === "failed") return { kind: "failed", reason: answer.reason };
  return { kind: "none" };
}

/** Returns cells with their ratios to the yardstick. */
export function withRatios(cells: Readonly<Record<string, Cell>>): Record<string, Cell> {
  const yardstick = cells[YARDSTICK];
  if (yardstick?.kind !== "measured") return { ...cells };
  return Object.fromEntries(
    Object.entries(cells).map(([id, cell]) => [
      id,
      cell.kind === "measured" ? { ...cell, ratio: rounded(cell.value / yardstick.value) } : cell,
    ]),
  );
}

/** Returns a number with three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
