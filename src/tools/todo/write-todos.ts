import { ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { replaceTodos, type Todo, todosOf } from "./todo-list.js";

/** Tasks of one list; more of them nobody keeps in view. */
export const MAX_TODOS = 500;

/** UTF-16 code units of a single text in a task. */
export const MAX_TODO_CHARACTERS = 2_000;

/** What the model calls the things that error messages speak of. */
export interface TodoWording {
  /** The list. */
  readonly todos: string;
  /** What is to be done, in a task. */
  readonly content: string;
}

/** A whole to-do list. */
export interface WriteTodosInput {
  /** In place of the list that was there; an empty one clears it. */
  readonly todos: readonly Todo[];
  /** Tasks that should be in progress at the same time at the most; more is no error, but told. Default: any number. */
  readonly maxInProgress?: number;
  readonly wording?: Partial<TodoWording>;
}

/** The list as it is now. */
export interface WriteTodosOutput {
  readonly todos: readonly Todo[];
  /** The list that it replaced. */
  readonly previous: readonly Todo[];
  /** What the model should know about its list. */
  readonly warnings: readonly string[];
}

const DEFAULT_WORDING: TodoWording = { todos: "todos", content: "content" };

/**
 * Writes the to-do list of the session, always the whole of it. The list is also noted as `todos` in the metadata of the
 * result, for hosts that show it.
 *
 * Errors: `invalid-input` for a task without text, and for more than {@link MAX_TODOS} tasks or {@link MAX_TODO_CHARACTERS}
 * characters in one of them; the list that was there stays then.
 */
export const writeTodosOperation: Operation<WriteTodosInput, WriteTodosOutput> = {
  kind: "think",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: "todo-list", mode: "write" }] },
  facts: () => ({}),
  async run({ todos, maxInProgress = Number.POSITIVE_INFINITY, wording }, context) {
    requireTodos(todos, { ...DEFAULT_WORDING, ...wording });
    const previous = todosOf(context.session);
    replaceTodos(context.session, todos);
    const written = todosOf(context.session);
    context.note({ todos: written });
    const underway = written.filter(({ status }) => status === "in_progress").length;
    const warnings =
      underway <= maxInProgress
        ? []
        : [
            `${underway} tasks are in_progress; there should be ${maxInProgress === 1 ? "one" : maxInProgress} at the most.`,
          ];
    return { todos: written, previous, warnings };
  },
};

function requireTodos(todos: readonly Todo[], wording: TodoWording): void {
  if (todos.length > MAX_TODOS) {
    throw invalid(
      `${wording.todos} has ${todos.length} tasks; at most ${MAX_TODOS} are kept. Put small steps together.`,
    );
  }
  for (const [index, todo] of todos.entries()) {
    const place = `${wording.todos}[${index}]`;
    if (todo.content.trim() === "") {
      throw invalid(`${place}.${wording.content} is empty. Say what is to be done, or leave the task out.`);
    }
    for (const text of [todo.content, todo.id ?? "", todo.activeForm ?? ""]) {
      if (text.length <= MAX_TODO_CHARACTERS) continue;
      throw invalid(
        `${place} has a text of ${text.length} characters; at most ${MAX_TODO_CHARACTERS} are kept. Say it in a sentence.`,
      );
    }
  }
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-input" });
}
