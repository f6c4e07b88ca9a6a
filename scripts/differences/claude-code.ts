import type { Difference } from "./difference.js";

/** Differences between the toolset `claude-code` and the Claude Code specification. */
export const claudeCodeDifferences: readonly Difference[] = [
  {
    tool: "Edit",
    specification: "Compares the modification time of the file with that of the last Read.",
    collet: "Compares the content.",
    reason:
      "A program that restores the modification time would hide its change, and a file that was only touched has not changed.",
    test: "test/workspace/staleness/staleness.test.ts",
  },
];
