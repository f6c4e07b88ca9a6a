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
    specification: "A `read_range` that ends before it starts returns nothing.",
    collet: "Refuses it (`invalid-input`) and names the range that was probably meant.",
    reason:
      "Models write `[start, number of lines]` by mistake, and an empty result looks like an empty file.",
    test: "test/toolsets/amp/files/read.test.ts",
  },
  {
    tool: "create_file",
    specification: "Overwrites existing files without warning.",
    collet: "Refuses (`stale-file`) if the session has read the file and it has changed since then.",
    reason: "The model would overwrite a change of the user that it has not seen.",
    test: "test/specifications/amp-core-tools.test.ts",
  },
  {
    tool: "Bash",
    specification: "Common development commands (npm, git, python, etc.) and format commands never ask.",
    collet:
      '`permissions: "amp"` allows only the exact commands that run no code of the workspace. `permissions: { preset: "project", ' +
      "trustedFolders }` allows the test, build, lint and format commands in the folders that the host trusts.",
    reason:
      "These commands run scripts and configuration of the workspace: a cloned repository would run its code without a question.",
    test: "test/runtime/judge/project-commands.test.ts",
  },
];
