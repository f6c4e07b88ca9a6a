import type { Act, Meaning } from "./dialect.js";
import { listOf } from "./values.js";

const EVERY_FIELD = {
  content: "content",
  status: "status",
  priority: "priority",
  id: "id",
  activeForm: "activeForm",
  dependsOn: "dependsOn",
};
const CLAUDE_CODE_TODO = {
  content: "content",
  status: "status",
  activeForm: "activeForm",
  id: "id",
  dependsOn: "dependsOn",
};
const OPENCODE_TODO = {
  content: "content",
  status: "status",
  priority: "priority",
  id: "id",
  dependsOn: "dependsOn",
};
const CODEX_STEP = { step: "content", status: "status" };
const GEMINI_CLI_TODO = { description: "content", status: "status" };

/** Writes the to-do list. */
export const WRITE_TODOS: Act = {
  name: "write todos",
  dialects: [
    { toolset: "opencode", names: ["todowrite"], parameters: { todos: tasks(OPENCODE_TODO) } },
    { toolset: "claude-code", names: ["TodoWrite"], parameters: { todos: tasks(CLAUDE_CODE_TODO) } },
    {
      toolset: "codex",
      names: ["update_plan"],
      parameters: { plan: tasks(CODEX_STEP), explanation: "explanation" },
    },
    { toolset: "gemini-cli", names: ["write_todos"], parameters: { todos: tasks(GEMINI_CLI_TODO) } },
  ],
};

/** Reads the to-do list. */
export const READ_TODOS: Act = {
  name: "read todos",
  dialects: [{ toolset: "opencode", names: ["todoread", "TodoRead"], parameters: {} }],
};

function tasks(own: Readonly<Record<string, string>>): Meaning {
  return listOf("todos", own, { ...EVERY_FIELD, ...CODEX_STEP, ...GEMINI_CLI_TODO });
}
