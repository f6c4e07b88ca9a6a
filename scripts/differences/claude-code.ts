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
  {
    tool: "Read",
    specification: "States no limit for the size of an image.",
    collet:
      "An image above 3,932,160 bytes is refused with `file-too-large`, a PDF above 10,485,760 bytes as well.",
    reason:
      "In base64, the limit of an image is 5 MiB, the most that Anthropic's API accepts; a larger one would make the whole request fail.",
    test: "test/toolsets/amp/files/read.test.ts",
  },
  {
    tool: "Read",
    specification: "Shows only the `pages` of a PDF that the call names.",
    collet: "Shows the whole PDF, and a line repeats the pages.",
    reason: "Dividing a PDF needs a library for the format; the model finds the pages in the document.",
    test: "test/toolsets/claude-code/pages.test.ts",
  },
  {
    tool: "Edit",
    specification: "Uses diff-match-patch for a text that is not found exactly.",
    collet:
      "Runs matchers from strict to loose and edits only a place that is certain. A host can choose other engines with `edits`; the matcher `most-similar` edits the most similar place, but it is not diff-match-patch.",
    reason:
      "That library applies a patch to a place that only resembles the text, even if this changes lines that the model did not read. See [Choose another engine](../edits.md#choose-another-engine).",
    test: "test/toolsets/edit-engine.test.ts",
  },
  {
    tool: "Grep",
    specification: "Falls back to `grep -rn` where ripgrep is missing.",
    collet: "Falls back to a search in JavaScript, and a line at the end of the result states this.",
    reason:
      "The fallback honours `.gitignore`, has the syntax and limits of ripgrep, and takes linear time for every pattern; `grep` has none of this.",
    test: "test/tools/search/grep.test.ts",
  },
  {
    tool: "Glob",
    specification: "States no list of ignored files.",
    collet:
      "Omits the files that `.gitignore` excludes, and hidden files unless the pattern contains the dot. ListDir omits nothing.",
    reason: "Installed packages and generated files would otherwise fill the 100 files of a result.",
    test: "test/specifications/claude-code-built-in-tools.test.ts",
  },
];
