import type { Operation } from "../operation.js";
import { type Todo, todosOf } from "./todo-list.js";

/** Gives the to-do list of the session, in the order it was written; empty before it was. */
export const readTodosOperation: Operation<Record<never, never>, readonly Todo[]> = {
  kind: "think",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: "todo-list", mode: "read" }] },
  facts: () => ({}),
  run: async (_input, { session }) => todosOf(session),
};
