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
    tool: "edit",
    specification:
      "Tries nine replacers, which accept a block by its first and last line whatever is between them.",
    collet:
      'Edits only a place that is certain, unless the host chooses `edits: { preset: "opencode" }`. With this preset the nine replacers find the same texts as the published algorithm; but several places are refused instead of being tried with the next replacer, a block has three lines without counting an empty last one, and whole lines keep the indentation of the file.',
    reason:
      "The replacers change many files wrongly, for example by replacing code that the model has not read. See [Choose another engine](../edits.md#choose-another-engine).",
    test: "test/fuzzy/opencode/published-algorithm.test.ts",
  },
  {
    tool: "grep",
    specification: "Follows symbolic links (`--follow`).",
    collet:
      "Does not search linked files and folders that lie outside the searched folder. The last line of a result of grep, glob and list states their number.",
    reason:
      "A link can lead outside the folders that tools may read, or in a circle, and a search locks only the folder that it names: another call could change the target of a link meanwhile. Pass the path of the target to search it.",
    test: "test/backends/local/search/skipped-entries.test.ts",
  },
  {
    tool: "read",
    specification: "Warms the LSP client up for each file that is read.",
    collet:
      "Starts a language server only if it may start without a question; otherwise the first edit asks about it.",
    reason: "A language server runs code of the project. Reading must not lead to a question.",
    test: "test/backends/local/language-servers/baselines.test.ts",
  },
  {
    tool: "edit",
    specification: "Shows the errors of the edited file and of other files of the project.",
    collet:
      "Calls errors of other files new only if the files did not have them before. Files in `node_modules` are never reported, declaration files only if the edit changed them.",
    reason:
      "A model would correct errors that it did not cause, or packages that the next installation replaces.",
    test: "test/backends/local/language-servers/baselines.test.ts",
  },
];
