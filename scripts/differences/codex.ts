import type { Difference } from "./difference.js";

/** Differences between the toolset `codex` and Codex 0.169. */
export const codexDifferences: readonly Difference[] = [
  {
    tool: "exec_command",
    specification: "With `tty`, allocates a terminal for the command.",
    collet: "With `tty`, the standard input stays open; no terminal is emulated.",
    reason:
      "A terminal needs a native module for each platform, and the control sequences of full-screen programs tell a model nothing.",
    test: "test/toolsets/codex/differences.test.ts",
  },
  {
    tool: "exec_command",
    specification:
      "Has the parameters `shell` and `login`, which choose the shell and whether it is a login shell.",
    collet: "Runs bash, or sh where bash is missing, without the startup files of a login shell.",
    reason:
      "The permission rules read a command as bash reads it; another shell or a startup file could give it another meaning.",
    test: "test/toolsets/codex/differences.test.ts",
  },
  {
    tool: "apply_patch",
    specification: "Edits the first place that matches the lines of a hunk.",
    collet: "Refuses a hunk that matches several places, and lists their lines.",
    reason: "The first of several equal places is often the wrong one, and no message would tell the model.",
    test: "test/toolsets/codex/differences.test.ts",
  },
  {
    tool: "apply_patch",
    specification:
      "Writes the files of a patch one after the other, so a failure can leave a part of it applied.",
    collet: "Changes all files of a patch or none.",
    reason:
      "A model can repeat a patch that failed as a whole; after a part of it, the same patch no longer matches.",
    test: "test/toolsets/codex/differences.test.ts",
  },
  {
    tool: "apply_patch",
    specification: "`Add File` and `Move to` overwrite an existing file.",
    collet: "Refuses a new file or a destination that exists.",
    reason: "The existing content would be lost although the model has not read it.",
    test: "test/toolsets/codex/differences.test.ts",
  },
  {
    tool: "view_image",
    specification: "States no limit for the size of an image.",
    collet: "An image above 3,932,160 bytes is refused with `file-too-large`.",
    reason:
      "In base64, the limit of an image is 5 MiB, the most that Anthropic's API accepts; a larger one would make the whole request fail.",
    test: "test/toolsets/codex/differences.test.ts",
  },
  {
    tool: "all",
    specification: "Has the tools `exec` and `wait`, which run JavaScript that calls other tools.",
    collet: "`codexCodeMode(runtime)` of `collet/code-mode` adds both tools.",
    reason:
      "Their programs call the other tools of the runtime, and only hosts that use them need the engine.",
    test: "test/code-mode/codex/codex-code-mode.test.ts",
  },
  {
    tool: "spawn_agent",
    specification:
      "Returns at once, and `wait_agent` waits for the agent. Has `fork_context`, `model` and `reasoning_effort`.",
    collet:
      "Returns when the agent has finished, with its answer; `wait_agent` repeats it. Agents of one turn run in parallel if they only read.",
    reason:
      "A call ends together with all that it started, so that locks, budgets and cancellation include its agents. The host chooses the model.",
    test: "test/toolsets/codex/agents.test.ts",
  },
];
