import type { ActName } from "../../../src/toolsets/dialects/index.js";

/** One call in one dialect, as its agent's model writes it. */
export interface DialectSample {
  readonly act: ActName;
  /** Whose words these are. */
  readonly dialect: string;
  readonly names: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
}

/** The same act in every dialect: whatever the dialect, these calls mean the same. Written by hand from the seeds. */
export const DIALECT_SAMPLES: readonly DialectSample[] = [
  // Lines 2 and 3 of a file.
  { act: "read", dialect: "amp", names: ["Read"], input: { path: "notes.txt", read_range: [2, 3] } },
  {
    act: "read",
    dialect: "opencode",
    names: ["read"],
    input: { filePath: "notes.txt", offset: 1, limit: 2 },
  },
  {
    act: "read",
    dialect: "claude-code",
    names: ["Read"],
    input: { file_path: "notes.txt", offset: 2, limit: 2 },
  },
  {
    act: "read",
    dialect: "gemini-cli",
    names: ["read_file"],
    input: { file_path: "notes.txt", start_line: 2, end_line: 3 },
  },
  {
    act: "read",
    dialect: "gemini-cli, earlier",
    names: ["read_file"],
    input: { absolute_path: "notes.txt", offset: 1, limit: 2 },
  },
  // A new file.
  {
    act: "write",
    dialect: "amp",
    names: ["create_file"],
    input: { path: "new/file.txt", content: "hello\n" },
  },
  {
    act: "write",
    dialect: "opencode",
    names: ["write"],
    input: { filePath: "new/file.txt", content: "hello\n" },
  },
  {
    act: "write",
    dialect: "claude-code",
    names: ["Write"],
    input: { file_path: "new/file.txt", content: "hello\n" },
  },
  {
    act: "write",
    dialect: "gemini-cli",
    names: ["write_file"],
    input: { file_path: "new/file.txt", content: "hello\n" },
  },
  // Every "beta" becomes "BETA".
  {
    act: "edit",
    dialect: "amp",
    names: ["edit_file"],
    input: { path: "notes.txt", old_str: "beta", new_str: "BETA", replace_all: true },
  },
  {
    act: "edit",
    dialect: "opencode",
    names: ["edit"],
    input: { filePath: "notes.txt", oldString: "beta", newString: "BETA", replaceAll: true },
  },
  {
    act: "edit",
    dialect: "claude-code",
    names: ["Edit"],
    input: { file_path: "notes.txt", old_string: "beta", new_string: "BETA", replace_all: true },
  },
  {
    act: "edit",
    dialect: "gemini-cli",
    names: ["replace"],
    input: {
      file_path: "notes.txt",
      instruction: "Shout it.",
      old_string: "beta",
      new_string: "BETA",
      allow_multiple: true,
    },
  },
  // "alpha" becomes "one", and that "first"; every "beta" becomes "two".
  {
    act: "multi edit",
    dialect: "amp",
    names: ["multi_edit"],
    input: {
      path: "notes.txt",
      edits: [
        { old_str: "alpha", new_str: "one" },
        { old_str: "one", new_str: "first" },
        { old_str: "beta", new_str: "two", replace_all: true },
      ],
    },
  },
  {
    act: "multi edit",
    dialect: "opencode",
    names: ["multiedit"],
    input: {
      filePath: "notes.txt",
      edits: [
        { filePath: "notes.txt", oldString: "alpha", newString: "one" },
        { filePath: "notes.txt", oldString: "one", newString: "first" },
        { filePath: "notes.txt", oldString: "beta", newString: "two", replaceAll: true },
      ],
    },
  },
  {
    act: "multi edit",
    dialect: "claude-code",
    names: ["MultiEdit"],
    input: {
      file_path: "notes.txt",
      edits: [
        { old_string: "alpha", new_string: "one" },
        { old_string: "one", new_string: "first" },
        { old_string: "beta", new_string: "two", replace_all: true },
      ],
    },
  },
  {
    act: "multi edit",
    dialect: "claude-code, its list as text",
    names: ["MultiEdit"],
    input: {
      file_path: "notes.txt",
      edits: JSON.stringify([
        { old_string: "alpha", new_string: "one" },
        { old_string: "one", new_string: "first" },
        { old_string: "beta", new_string: "two", replace_all: true },
      ]),
    },
  },
  // A patch.
  {
    act: "patch",
    dialect: "amp",
    names: ["apply_patch", "ApplyPatch", "patch"],
    input: { patch: patchText() },
  },
  { act: "patch", dialect: "opencode", names: ["apply_patch"], input: { patchText: patchText() } },
  { act: "patch", dialect: "codex", names: ["apply_patch"], input: { input: patchText() } },
  // Away with a file.
  { act: "delete", dialect: "amp", names: ["delete_file", "Delete", "delete"], input: { path: "old.txt" } },
  { act: "delete", dialect: "claude-code", names: ["DeleteFile"], input: { file_path: "old.txt" } },
  {
    act: "move",
    dialect: "amp",
    names: ["move_file", "move", "rename"],
    input: { source: "old.txt", destination: "moved.txt" },
  },
  {
    act: "move",
    dialect: "claude-code",
    names: ["Move"],
    input: { source: "old.txt", destination: "moved.txt" },
  },
  // Lines with "alpha", in whatever case, in text files of the folder src.
  {
    act: "grep",
    dialect: "amp",
    names: ["Grep"],
    input: { pattern: "ALPHA", glob: "src/**/*.txt", caseSensitive: false },
  },
  // It has nothing to say that case does not count.
  {
    act: "grep",
    dialect: "opencode",
    names: ["grep"],
    input: { pattern: "(?i)ALPHA", path: "src", include: "*.txt" },
  },
  {
    act: "grep",
    dialect: "claude-code",
    names: ["Grep"],
    input: { pattern: "ALPHA", path: "src", glob: "*.txt", output_mode: "content", "-i": true },
  },
  {
    act: "grep",
    dialect: "gemini-cli",
    names: ["search_file_content"],
    input: { pattern: "ALPHA", dir_path: "src", include: "*.txt", case_sensitive: false },
  },
  {
    act: "grep",
    dialect: "gemini-cli, later",
    names: ["grep_search"],
    input: { pattern: "ALPHA", dir_path: "src", include_pattern: "*.txt", case_sensitive: "false" },
  },
  {
    act: "grep",
    dialect: "codex, for some models",
    names: ["grep_files"],
    input: { pattern: "(?i)ALPHA", path: "src", include: "*.txt" },
  },
  // Text files below src.
  { act: "glob", dialect: "amp", names: ["glob"], input: { filePattern: "src/**/*.txt" } },
  { act: "glob", dialect: "opencode", names: ["glob"], input: { pattern: "**/*.txt", path: "src" } },
  { act: "glob", dialect: "claude-code", names: ["Glob"], input: { pattern: "**/*.txt", path: "src" } },
  { act: "glob", dialect: "gemini-cli", names: ["glob"], input: { pattern: "**/*.txt", dir_path: "src" } },
  // A folder.
  { act: "list", dialect: "amp", names: ["list", "ls"], input: { path: "src" } },
  { act: "list", dialect: "opencode", names: ["list"], input: { path: "src" } },
  { act: "list", dialect: "claude-code", names: ["ListDir"], input: { path: "src" } },
  { act: "list", dialect: "gemini-cli", names: ["list_directory"], input: { dir_path: "src" } },
  { act: "list", dialect: "codex, for some models", names: ["list_dir"], input: { dir_path: "src" } },
  // A command in a folder, with a pipe.
  {
    act: "shell",
    dialect: "amp",
    names: ["Bash", "run_terminal_command"],
    input: { cmd: "cat a.txt | tr a-z A-Z", cwd: "src" },
  },
  {
    act: "shell",
    dialect: "opencode",
    names: ["bash"],
    input: { command: "cat a.txt | tr a-z A-Z", workdir: "src", description: "Shouts", timeout: 60_000 },
  },
  {
    act: "shell",
    dialect: "claude-code",
    names: ["Bash"],
    input: { command: "cat a.txt | tr a-z A-Z", cwd: "src", description: "Shouts", timeout: 60_000 },
  },
  {
    act: "shell",
    dialect: "codex",
    names: ["exec_command"],
    input: { cmd: "cat a.txt | tr a-z A-Z", workdir: "src", justification: "Shouts", yield_time_ms: 9_000 },
  },
  {
    act: "shell",
    dialect: "codex, earlier",
    names: ["shell"],
    input: { command: ["bash", "-lc", "cat a.txt | tr a-z A-Z"], workdir: "src", timeout_ms: 60_000 },
  },
  {
    act: "shell",
    dialect: "codex, one line",
    names: ["shell_command"],
    input: { command: "cat a.txt | tr a-z A-Z", workdir: "src", timeout_ms: 60_000 },
  },
  {
    act: "shell",
    dialect: "gemini-cli",
    names: ["run_shell_command"],
    input: { command: "cat a.txt | tr a-z A-Z", dir_path: "src", description: "Shouts" },
  },
  // Two tasks.
  {
    act: "write todos",
    dialect: "opencode",
    names: ["todowrite"],
    input: {
      todos: [
        { id: "1", content: "Read", status: "completed", priority: "high" },
        { id: "2", content: "Write", status: "in_progress", priority: "low" },
      ],
    },
  },
  {
    act: "write todos",
    dialect: "claude-code",
    names: ["TodoWrite"],
    input: {
      todos: [
        { content: "Read", status: "completed", activeForm: "Reading" },
        { content: "Write", status: "in_progress", activeForm: "Writing" },
      ],
    },
  },
  {
    act: "write todos",
    dialect: "codex",
    names: ["update_plan"],
    input: {
      explanation: "As agreed",
      plan: [
        { step: "Read", status: "completed" },
        { step: "Write", status: "in_progress" },
      ],
    },
  },
  {
    act: "write todos",
    dialect: "gemini-cli",
    names: ["write_todos"],
    input: {
      todos: [
        { description: "Read", status: "completed" },
        { description: "Write", status: "in_progress" },
      ],
    },
  },
  { act: "read todos", dialect: "opencode", names: ["todoread", "TodoRead"], input: {} },
  {
    act: "read web page",
    dialect: "amp",
    names: ["read_web_page"],
    input: { url: "https://example.com/a", forceRefetch: true },
  },
  {
    act: "read web page",
    dialect: "opencode",
    names: ["webfetch"],
    input: { url: "https://example.com/a", format: "markdown", timeout: 10 },
  },
  {
    act: "read web page",
    dialect: "claude-code",
    names: ["WebFetch"],
    input: { url: "https://example.com/a", prompt: "What does it say?" },
  },
  {
    act: "read web page",
    dialect: "gemini-cli",
    names: ["web_fetch"],
    input: { prompt: "Sum up https://example.com/a, please." },
  },
  {
    act: "search web",
    dialect: "amp",
    names: ["web_search"],
    input: { objective: "foxes", max_results: 5 },
  },
  { act: "search web", dialect: "opencode", names: ["websearch"], input: { query: "foxes", numResults: 5 } },
  {
    act: "search web",
    dialect: "claude-code",
    names: ["WebSearch"],
    input: { query: "foxes", blocked_domains: ["example.org"] },
  },
  { act: "search web", dialect: "gemini-cli", names: ["google_web_search"], input: { query: "foxes" } },
  { act: "search web", dialect: "codex", names: ["web_search"], input: { query: "foxes" } },
  {
    act: "search web",
    dialect: "opencode, for code",
    names: ["codesearch"],
    input: { query: "foxes", tokensNum: 5000 },
  },
  // A task for a subagent that only reads.
  {
    act: "delegate",
    dialect: "amp",
    names: ["Task"],
    input: { description: "Look", prompt: "Look around.", subagent_type: "explore", paths: ["src"] },
  },
  {
    act: "delegate",
    dialect: "opencode",
    names: ["task"],
    input: { description: "Look", prompt: "Look around.", subagent_type: "explore", paths: ["src"] },
  },
  {
    act: "delegate",
    dialect: "claude-code",
    names: ["Task"],
    input: { description: "Look", prompt: "Look around.", subagent_type: "explore", paths: ["src"] },
  },
  {
    act: "delegate",
    dialect: "gemini-cli",
    names: ["invoke_agent"],
    input: { prompt: "Look around.", agent_name: "explore" },
  },
  {
    act: "delegate",
    dialect: "claude-code, later",
    names: ["Agent"],
    input: { description: "Look", prompt: "Look around.", subagent_type: "explore" },
  },
  { act: "undo", dialect: "amp", names: ["undo_edit"], input: { path: "notes.txt" } },
  { act: "view image", dialect: "codex", names: ["view_image"], input: { path: "dot.png" } },
];

function patchText(): string {
  return "*** Begin Patch\n*** Update File: notes.txt\n@@\n-alpha\n+ALPHA\n*** Delete File: old.txt\n*** End Patch";
}
