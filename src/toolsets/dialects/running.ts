import { commandLine } from "../command-line.js";
import type { Act, Meaning } from "./dialect.js";
import { listIn } from "./values.js";

/** Command in one line, as in all dialects but an earlier one of Codex. */
const LINE: Meaning = {
  means: "command",
  read: lineOf,
  say: (line) => line,
  fits: (value) => typeof value === "string",
};

/** Program and its arguments. */
const WORDS: Meaning = {
  means: "command",
  read: lineOf,
  say: (line) => (typeof line === "string" ? ["bash", "-lc", line] : line),
  fits: Array.isArray,
};

/** Runs a command in a shell. */
export const SHELL: Act = {
  name: "shell",
  dialects: [
    {
      toolset: "amp",
      names: ["Bash", "run_terminal_command"],
      parameters: { cmd: LINE, cwd: "cwd", background: "background" },
    },
    {
      toolset: "opencode",
      names: ["bash"],
      parameters: { command: LINE, timeout: "timeoutMs", workdir: "cwd", description: "description" },
    },
    {
      toolset: "claude-code",
      names: ["Bash"],
      parameters: {
        command: LINE,
        timeout: "timeoutMs",
        description: "description",
        cwd: "cwd",
        run_in_background: "background",
      },
    },
    {
      toolset: "codex",
      names: ["exec_command"],
      parameters: {
        cmd: LINE,
        workdir: "cwd",
        justification: "description",
        yield_time_ms: "yieldMs",
        max_output_tokens: "maxOutputTokens",
        tty: "tty",
      },
    },
    // Codex before 2026, and for models without live processes: `shell_type` of its list of models.
    {
      names: ["shell", "shell_command"],
      parameters: { command: WORDS, workdir: "cwd", timeout_ms: "timeoutMs" },
    },
    {
      toolset: "gemini-cli",
      names: ["run_shell_command"],
      parameters: {
        command: LINE,
        description: "description",
        dir_path: "cwd",
        directory: "cwd",
        is_background: "background",
      },
    },
  ],
};

/** Joins a list of words; anything else stays for validation. */
function lineOf(value: unknown): unknown {
  const words = listIn(value);
  return words?.every((word) => typeof word === "string") ? commandLine(words as readonly string[]) : value;
}
