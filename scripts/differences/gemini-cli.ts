import type { Difference } from "./difference.js";

/** Differences between the toolset `gemini-cli` and gemini-cli 0.61. */
export const geminiCliDifferences: readonly Difference[] = [
  {
    tool: "replace",
    specification: "Asks a model to correct an edit whose text is not found.",
    collet: "Corrects unambiguous mistakes by matchers, and refuses the others with the nearest lines.",
    reason: "A second model costs time and tokens and can choose another place than the first one meant.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
  {
    tool: "replace",
    specification: "Requires `instruction`.",
    collet: "Accepts a call without `instruction`.",
    reason: "The parameter serves the correction by a model, which Collet does not have.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
  {
    tool: "glob",
    specification: "Returns all files that match.",
    collet: "Returns at most 1,000 files and states that there are more.",
    reason: "A pattern such as `**/*` would fill the context of the model.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
  {
    tool: "grep_search",
    specification: "Adds 15 to 50 lines around the matches if there are at most three.",
    collet: "Adds the lines that `context`, `before` and `after` request.",
    reason: "The result depends only on the parameters, and the model can read more with read_file.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
  {
    tool: "run_shell_command",
    specification: "With `is_background`, leaves the process running.",
    collet: "Waits for the end of every command; no process keeps running.",
    reason:
      "The toolset has no tool that reads or ends such a process. The toolsets `amp`, `claude-code` and `codex` have.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
  {
    tool: "web_fetch",
    specification: "Takes a `prompt` with up to 20 URLs, and a model answers it from the pages.",
    collet: "Takes one `url` and returns the page.",
    reason:
      "The model of the agent reads the page itself, so no second model is needed; several pages are several calls.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
  {
    tool: "google_web_search",
    specification: "Searches with Google through the model, and inserts citations.",
    collet:
      "Searches with the engine that the host passes (`webSearch`), and returns titles, URLs and excerpts.",
    reason: "Collet contains no client of a provider.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
  {
    tool: "list_directory",
    specification: "Omits the files that `.gitignore` excludes, and shows the sizes of files.",
    collet: "Omits only the names in `ignore`, and shows names.",
    reason: "A model that looks for a file must see that it exists, even if it is ignored.",
    test: "test/toolsets/gemini-cli/differences.test.ts",
  },
];
