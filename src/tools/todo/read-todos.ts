import type { Operation } from "../operation.js";
import { type Todo, todosOf } from "./todo-list.js";

/** Returns the to-do list of the session, in the order in which it was written; empty if it was never written. */
export const readTodosOperation: Operation<Record<never, never>, readonly Todo[]> = {
  kind: "think",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: "todo-list", mode: "read" }] },
  facts: () => ({}),
  run: async (_input, { session }) => todosOf(session),
};
