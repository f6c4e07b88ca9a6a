import type { Difference } from "./difference.js";

/** Differences between the toolset `amp` and the Amp specification. */
export const ampDifferences: readonly Difference[] = [
  {
    tool: "all",
    specification:
      "The example of the batching algorithm divides Read A, Read B, Edit A, Read C into three batches.",
    collet: "`planBatches` returns two batches: Read A, Read B and Edit A, Read C.",
    reason: "The algorithm of the specification returns two; only the text of its example shows three.",
    test: "test/batching/plan/plan-batches.test.ts",
  },
];
