import type { Act } from "./dialect.js";

/** Runs a command in a shell. */
export const SHELL: Act = {
  name: "shell",
  dialects: [
    {
      toolset: "amp",
      names: ["Bash", "run_terminal_command"],
      parameters: { cmd: "command", cwd: "cwd", background: "background" },
    },
    {
      toolset: "opencode",
      names: ["bash"],
      parameters: { command: "command", timeout: "timeoutMs", workdir: "cwd", description: "description" },
    },
    {
      toolset: "claude-code",
      names: ["Bash"],
      parameters: {
        command: "command",
        timeout: "timeoutMs",
        description: "description",
        cwd: "cwd",
        run_in_background: "background",
      },
    },
    {
      toolset: "gemini-cli",
      names: ["run_shell_command"],
      parameters: {
        command: "command",
        description: "description",
        dir_path: "cwd",
        directory: "cwd",
        is_background: "background",
      },
    },
  ],
};
