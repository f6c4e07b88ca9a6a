import { GENERATED_EDITS } from "./generated-edits.js";
import { LARGE_EDITS } from "./large-edits.js";
import { LARGE_OUTPUT } from "./large-output.js";
import { LEFT_PROCESSES } from "./left-processes.js";
import { LINE_ENDINGS } from "./line-endings.js";
import { MANY_CALLS } from "./many-calls.js";
import { PARALLEL_EDITS } from "./parallel-edits.js";
import { READ_RANGES } from "./read-ranges.js";
import type { Row } from "./row.js";
import { SEARCHES } from "./searches.js";

/** All rows that workers run, in the order of the report. */
export const ROWS: readonly Row[] = [
  GENERATED_EDITS,
  PARALLEL_EDITS,
  LINE_ENDINGS,
  LEFT_PROCESSES,
  ...READ_RANGES,
  ...LARGE_EDITS,
  ...SEARCHES,
  LARGE_OUTPUT,
  MANY_CALLS,
];
