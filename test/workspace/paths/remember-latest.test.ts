import { expect, it } from "vitest";
import { compileNamePatterns } from "../../../src/workspace/paths/name-pattern.js";
import { rememberLatest } from "../../../src/workspace/paths/remember-latest.js";

it("rememberLatest asks once about each of the latest 512 paths, and forgets older ones", () => {
  const asked: string[] = [];
  const test = rememberLatest((path) => {
    asked.push(path);
    return path.endsWith("7");
  });
  const paths = Array.from({ length: 512 }, (_, index) => `/${index}`);
  for (const path of [...paths, ...paths]) expect(test(path)).toBe(path.endsWith("7"));
  expect(asked).toEqual(paths);
  for (let index = 0; index < 2_000; index += 1) test(`/other/${index}`);
  asked.length = 0;
  expect([test("/0"), test("/7")]).toEqual([false, true]);
  expect(asked).toEqual(["/0", "/7"]);
});

it("rememberLatest does not keep long paths", () => {
  let asked = 0;
  const test = rememberLatest(() => {
    asked += 1;
    return true;
  });
  const long = `/${"a".repeat(600)}`;
  expect([test(long), test(long), asked]).toEqual([true, true, 2]);
});

it("compileNamePatterns answers for each file of a folder by the folder and by its own name", () => {
  const matches = compileNamePatterns([".git/hooks/", "secrets/*.txt", ".env", "a/b/c/"]);
  const expected = {
    "/p/.git/hooks": true,
    "/p/.git/hooks/pre-push": true,
    "/p/.git/hooks/deep/er/x": true,
    "/p/.git/hook/x": false,
    "/p/.git/x": false,
    "/p/secrets/a.txt": true,
    "/p/secrets/a.txt/b": false,
    "/p/secrets/a.md": false,
    "/p/.env": true,
    "/p/.env/x": false,
    "/p/.env/.env": true,
    "/a/b/c": true,
    "a/b/c": true,
    "b/c": false,
    "/a/b/c/d/e": true,
    "/a/b/d/c": false,
    "/a//b\\c/d": true,
    "/": false,
    "": false,
  };
  // Twice, in both orders: the second answers come from memory.
  const paths = Object.keys(expected);
  for (const path of [...paths, ...[...paths].reverse()])
    expect([path, matches(path)]).toEqual([path, expected[path as keyof typeof expected]]);
});
