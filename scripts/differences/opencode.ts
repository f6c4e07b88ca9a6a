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
  {
    tool: "read",
    specification: "States no limit for the size of an image.",
    collet:
      "An image above 3,932,160 bytes is refused with `file-too-large`, a PDF above 10,485,760 bytes as well.",
    reason:
      "In base64, the limit of an image is 5 MiB, the most that Anthropic's API accepts; a larger one would make the whole request fail.",
    test: "test/toolsets/amp/files/read.test.ts",
  },
  {
    tool: "read",
    specification: "Treats files with certain extensions (`.zip`, `.exe`, `.so` ...) as binary.",
    collet: "Examines the first 4 KB of every file, whatever its name.",
    reason:
      "The name of a file is not reliable: text in a file named `.zip` can be read, and a program without an extension cannot.",
    test: "test/toolsets/amp/files/read.test.ts",
  },
  {
    tool: "read",
    specification: "Treats a file with a known extension (`.zip`, `.exe`, `.so` ...) as binary.",
    collet: "Only the content decides.",
    reason:
      "Archives, programs and libraries are recognised by their bytes, and a text with such a name stays readable.",
    test: "test/specifications/opencode.test.ts",
  },
];
