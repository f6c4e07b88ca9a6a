import type { Difference } from "./difference.js";

/** Differences between the toolset `opencode` and the OpenCode specification. */
export const opencodeDifferences: readonly Difference[] = [
  {
    tool: "bash",
    specification: "Parses commands with tree-sitter-bash.",
    collet: "Parses commands with unbash and compares the result with a second, strict reading.",
    reason:
      "In a differential test against bash, the tree of tree-sitter-bash led to 205 wrong readings and the two readings to none ([decision 14](../decisions/0014-shell-parser.md)).",
    test: "test/permissions/command-reader-fuzz.test.ts",
  },
];
