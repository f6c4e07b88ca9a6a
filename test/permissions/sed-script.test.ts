import { describe, expect, it } from "vitest";
import { runsCommands, sedScripts } from "../../src/permissions/runners/sed-script.js";

describe("runsCommands", () => {
  it.each([
    "e",
    "1e ls",
    "1,/x/e",
    "s/a/b/ge",
    "y/e/f/;e",
    "/x/{p;e ls\n}",
    "a\\\ntext\ne",
    "\\,e,e",
    "s/\\//x/e",
  ])("finds the command in %j", (script) => expect(runsCommands(script)).toBe(true));

  it.each([
    "s/e/e/g",
    "/e/d",
    "y/e/f/",
    "$a e",
    "a\\\ne",
    "r e",
    "s/a/b/w e",
    "b e",
    ":e",
    "/x/{p;q}",
    "\\,e,d",
    "# e",
  ])("finds none in %j", (script) => expect(runsCommands(script)).toBe(false));
});

describe("sedScripts", () => {
  it("returns the first operand, or the values of -e", () => {
    expect(sedScripts(["-n", "p", "e"])).toEqual(["p"]);
    expect(sedScripts(["-ne", "p", "--expression=q", "e"])).toEqual(["p", "q"]);
    expect(sedScripts(["-f", "x", "e"])).toEqual([]);
  });
});
