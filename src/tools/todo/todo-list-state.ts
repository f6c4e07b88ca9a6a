import { type JsonValue, type SessionState, ToolError } from "../../contract/index.js";
import { withIds } from "./todo-ids.js";
import { requireNoCircles, requireTodos } from "./todo-limits.js";
import { replaceTodos, TODO_PRIORITIES, TODO_STATUSES, type Todo, todosOf } from "./todo-list.js";

const TEXTS: readonly string[] = ["content", "id", "activeForm", "description", "parent"];

/** The to-do list as a part of an exported session. */
export const todoListState: SessionState = {
  name: "todos",
  export(session) {
    const todos = todosOf(session);
    return todos.length === 0 ? undefined : (todos as unknown as JsonValue);
  },
  import(session, state) {
    if (!Array.isArray(state) || !state.every(isTodo)) {
      throw new ToolError("The to-do list of the exported session is not a valid list of tasks.", {
        code: "invalid-input",
      });
    }
    requireTodos(state, { todos: "todos", content: "content" });
    const todos = withIds(state, []);
    requireNoCircles(todos);
    replaceTodos(session, todos);
  },
};

function isTodo(value: unknown): value is Todo {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return (
    "content" in value &&
    "status" in value &&
    Object.entries(value).every(([key, member]) => {
      if (TEXTS.includes(key)) return typeof member === "string";
      if (key === "status") return (TODO_STATUSES as readonly unknown[]).includes(member);
      if (key === "priority") return (TODO_PRIORITIES as readonly unknown[]).includes(member);
      return key === "dependsOn" && Array.isArray(member) && member.every((id) => typeof id === "string");
    })
  );
}
