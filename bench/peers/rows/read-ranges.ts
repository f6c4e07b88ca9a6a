import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { required } from "./required.js";
import type { Fixture, TimedRow } from "./row.js";

const FILE_BYTES = 100 * 2 ** 20;
const LINE_BYTES = 64;
const LINES = FILE_BYTES / LINE_BYTES;
const SHOWN_LINES = 100;

const LARGE_FILE: Fixture = {
  name: "large-file",
  write: (folder) => {
    const file = openSync(join(folder, "large.log"), "w");
    for (let line = 1; line <= LINES; line += LINES / 100) writeSync(file, block(line));
    closeSync(file);
  },
};

/** Rows that read 100 lines of a file of 100 MB. */
export const READ_RANGES: readonly TimedRow[] = [
  readRange("start", 1),
  readRange("middle", LINES / 2),
  readRange("end", LINES - SHOWN_LINES + 1),
];

function readRange(place: string, first: number): TimedRow {
  return {
    type: "timed",
    id: `read-${place}`,
    title: `Read 100 lines at the ${place} of a 100 MB file`,
    group: "read",
    needs: "read",
    needsRanges: place === "middle",
    repetitions: 5,
    fixture: LARGE_FILE,
    prepare: (tools) => ({
      work: () =>
        required(tools.read)({ path: "large.log", first, lines: SHOWN_LINES, atEnd: place === "end" }),
      check: (text) => {
        const isComplete = text.includes(mark(first)) && text.includes(mark(first + SHOWN_LINES - 1));
        if (!isComplete) return "the lines are missing in the result";
        return text.includes(mark(first + 5 * SHOWN_LINES)) ? "the result contains more lines" : undefined;
      },
    }),
  };
}

function block(first: number): string {
  return Array.from(
    { length: LINES / 100 },
    (_, index) => `${mark(first + index).padEnd(LINE_BYTES - 1, ".")}\n`,
  ).join("");
}

function mark(line: number): string {
  return `entry ${String(line).padStart(8, "0")} `;
}
