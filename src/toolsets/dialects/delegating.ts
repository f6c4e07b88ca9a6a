import type { Act } from "./dialect.js";

/** Delegates a task to a subagent. */
export const DELEGATE: Act = {
  name: "delegate",
  dialects: [
    {
      toolset: "amp",
      names: ["Task"],
      parameters: {
        prompt: "prompt",
        description: "description",
        subagent_type: "kind",
        task_id: "resume",
        paths: "paths",
      },
    },
    {
      toolset: "opencode",
      names: ["task"],
      parameters: {
        prompt: "prompt",
        description: "description",
        subagent_type: "kind",
        task_id: "resume",
        paths: "paths",
      },
    },
    {
      toolset: "claude-code",
      names: ["Task"],
      parameters: {
        prompt: "prompt",
        description: "description",
        subagent_type: "kind",
        task_id: "resume",
        paths: "paths",
      },
    },
    // Claude Code's newer name.
    {
      names: ["Agent"],
      parameters: {
        prompt: "prompt",
        description: "description",
        subagent_type: "kind",
        resume: "resume",
      },
    },
  ],
};
