import type { Act } from "./dialect.js";

const TASK_PARAMETERS = {
  prompt: "prompt",
  description: "description",
  subagent_type: "kind",
  task_id: "resume",
  paths: "paths",
} as const;

/** Delegates a task to a subagent. */
export const DELEGATE: Act = {
  name: "delegate",
  dialects: [
    {
      toolset: "amp",
      names: ["Task"],
      parameters: TASK_PARAMETERS,
    },
    {
      toolset: "opencode",
      names: ["task"],
      parameters: TASK_PARAMETERS,
    },
    {
      toolset: "claude-code",
      names: ["Task"],
      parameters: TASK_PARAMETERS,
    },
    {
      toolset: "gemini-cli",
      names: ["invoke_agent"],
      parameters: { prompt: "prompt", agent_name: "kind" },
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
