import { expect, it } from "vitest";
import { withoutUndefined } from "../../src/values/index.js";

it("withoutUndefined() keeps every member that is not undefined, in order", () => {
  const present = withoutUndefined({ path: "a", line: undefined, column: 0, rule: null, isFixed: false });
  expect(Object.entries(present)).toEqual([
    ["path", "a"],
    ["column", 0],
    ["rule", null],
    ["isFixed", false],
  ]);
});

it("withoutUndefined() takes the undefined out of the type", () => {
  const line: number | undefined = [1].at(1);
  const problem: { readonly path: string; readonly line?: number } = {
    path: "a",
    ...withoutUndefined({ line }),
  };
  expect(Object.hasOwn(problem, "line")).toBe(false);
});

it("withoutUndefined() keeps a member named __proto__ as a member", () => {
  const parsed = JSON.parse('{"__proto__":{"isAdmin":true}}') as object;
  expect(Object.hasOwn(withoutUndefined(parsed), "__proto__")).toBe(true);
});
