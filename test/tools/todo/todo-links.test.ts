import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeTodosOperation } from "../../../src/tools/index.js";
import { type NamedTodo, nextId, withIds } from "../../../src/tools/todo/todo-ids.js";
import { circleIn, listedTodos } from "../../../src/tools/todo/todo-links.js";
import type { Todo, TodoStatus } from "../../../src/tools/todo/todo-list.js";
import { createWorkbench } from "../workbench.js";

const todo = (id: string, dependsOn: readonly string[] = [], status: TodoStatus = "pending"): NamedTodo => ({
  id,
  content: id,
  status,
  dependsOn,
});

const linksOf = ({ dependsOn }: NamedTodo) => dependsOn ?? [];

describe("ids of tasks", () => {
  it.each<[string, readonly Partial<Todo>[], readonly Partial<Todo>[], readonly string[]]>([
    ["are numbers from 1", [{ content: "a" }, { content: "b" }], [], ["1", "2"]],
    [
      "stay with the words of a task",
      [{ content: "b" }, { content: "c" }],
      [
        { id: "1", content: "a" },
        { id: "2", content: "b" },
      ],
      ["2", "3"],
    ],
    ["are those that were given", [{ id: "x", content: "a" }, { content: "b" }], [], ["x", "1"]],
    [
      "leave room for those that are given later",
      [{ content: "a" }, { id: "1", content: "b" }],
      [],
      ["2", "1"],
    ],
    [
      "are given once",
      [
        { id: "7", content: "a" },
        { id: "7", content: "b" },
      ],
      [],
      ["7", "8"],
    ],
    [
      "tell tasks of the same words apart",
      [{ content: "a" }, { content: "a" }],
      [{ id: "4", content: "a" }],
      ["4", "5"],
    ],
  ])("assigns ids: %s", (_what, todos, previous, ids) => {
    const whole = (partial: Partial<Todo>): Todo => ({ content: "", status: "pending", ...partial });
    expect(withIds(todos.map(whole), previous.map(whole)).map(({ id }) => id)).toEqual(ids);
  });

  it("assigns no id twice, whatever was passed", () => {
    const tasks = fc.array(
      fc.record(
        {
          content: fc.constantFrom("a", "b", "c"),
          status: fc.constant("pending" as const),
          id: fc.constantFrom("", "1", "2", "x", "999999", "1000000"),
        },
        { requiredKeys: ["content", "status"] },
      ),
    );
    fc.assert(
      fc.property(tasks, tasks, (todos, before) => {
        const previous = withIds(before, []);
        const ids = withIds(todos, previous).map(({ id }) => id);
        expect(new Set(ids).size).toBe(todos.length);
        expect(ids).not.toContain("");
      }),
    );
  });

  it("counts ids on from the highest number", () => {
    expect(nextId(["2", "x", "10", "99999999999"])).toBe("11");
  });
});

describe("dependencies of tasks", () => {
  it("makes a task wait until its dependencies are done, cancelled or deleted", () => {
    const tasks = [
      todo("1"),
      todo("2", ["1"]),
      todo("3", [], "completed"),
      todo("4", ["3", "5", "gone"]),
      todo("5", [], "cancelled"),
      todo("6", ["1"], "in_progress"),
    ];
    expect(listedTodos(tasks).map(({ id, ready, waitsFor }) => [id, ready, waitsFor.join()])).toEqual([
      ["1", true, ""],
      ["2", false, "1"],
      ["3", false, ""],
      ["4", true, ""],
      ["5", false, ""],
      ["6", false, "1"],
    ]);
  });

  it.each([
    [[todo("1", ["1"])], ["1", "1"]],
    [
      [todo("1", ["2"]), todo("2", ["3"]), todo("3", ["2"])],
      ["2", "3", "2"],
    ],
    [
      [todo("1", ["2", "3"]), todo("2"), todo("3", ["1"])],
      ["1", "3", "1"],
    ],
  ])("finds a cycle of dependencies", (tasks, circle) => {
    expect(circleIn(tasks, linksOf)).toEqual(circle);
  });

  it.each([
    ["a diamond", [todo("1", ["2", "3"]), todo("2", ["4"]), todo("3", ["4"]), todo("4")]],
    ["a link that leads nowhere", [todo("1", ["x"])]],
    [
      "a chain of ten thousand",
      Array.from({ length: 10_000 }, (_, at) => todo(String(at), [String(at + 1)])),
    ],
  ])("finds no cycle for %s", (_what, tasks) => {
    expect(circleIn(tasks, linksOf)).toBeUndefined();
  });

  it("finds a cycle exactly when the tasks cannot be sorted", () => {
    const ids = ["a", "b", "c", "d", "e"];
    const graph = fc.tuple(...ids.map((id) => fc.subarray(ids).map((links) => todo(id, links))));
    fc.assert(
      fc.property(graph, (tasks) => {
        let left: readonly NamedTodo[] = tasks;
        for (let free = left; free.length > 0; ) {
          free = left.filter((task) => linksOf(task).every((link) => !left.some(({ id }) => id === link)));
          left = left.filter((task) => !free.includes(task));
        }
        expect(circleIn(tasks, linksOf) === undefined).toBe(left.length === 0);
      }),
    );
  });
});

describe("a whole list that is written", () => {
  it("reports the removed links and renamed ids of a list", async () => {
    const bench = await createWorkbench();
    const { todos, warnings } = await bench.run(writeTodosOperation, {
      todos: [
        { id: "1", content: "a", status: "pending", dependsOn: ["9"] },
        { id: "1", content: "b", status: "pending", dependsOn: ["1"] },
      ],
    });
    expect(todos).toEqual([
      { id: "1", content: "a", status: "pending" },
      { id: "2", content: "b", status: "pending", dependsOn: ["1"] },
    ]);
    expect(warnings).toEqual([
      "Two tasks had the id '1'; the second is now '2'.",
      "Task '1' is linked to 9, which no task has as its id; the link was removed.",
    ]);
    const refused = await bench.failure(writeTodosOperation, {
      todos: [{ id: "1", content: "a", status: "pending", dependsOn: ["1"] }],
    });
    expect(refused).toMatchObject({ code: "invalid-input", message: expect.stringContaining("1 -> 1") });
  });
});
