import { readFileSync, writeFileSync } from "node:fs";
import type { BenchRow } from "./bench-row.js";

const FILE = new URL("./baseline.json", import.meta.url);

/** A count may exceed the baseline by this factor before the check fails. */
const TOLERANCE = 1.15;

/** System calls of the threads in the background that fall into the measurement, by chance. */
const CHANCE = 0.5;

/** Writes the counts of rows as the new baseline. */
export function writeBaseline(rows: readonly BenchRow[]): void {
  const counts = rows.flatMap((row) => (row.isCount ? [[keyOf(row), Number(row.value.toFixed(2))]] : []));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(counts), undefined, 2)}\n`);
}

/** Returns a line for each count that is worse than the baseline by more than 15 %, or that has no baseline. */
export function worseThanBaseline(
  rows: readonly BenchRow[],
  baseline: Readonly<Record<string, number>> = JSON.parse(readFileSync(FILE, "utf8")),
): readonly string[] {
  return rows.flatMap((row) => {
    if (!row.isCount) return [];
    const known = baseline[keyOf(row)];
    if (known === undefined) return [`${keyOf(row)}: no baseline. Run npm run bench -- --write-baseline.`];
    if (row.value <= Math.max(known * TOLERANCE, known + CHANCE)) return [];
    return [
      `${keyOf(row)}: ${row.value.toFixed(2)} ${row.unit}, more than 15 % above the baseline of ${known}.`,
    ];
  });
}

function keyOf({ key, name }: BenchRow): string {
  return key ?? name;
}
