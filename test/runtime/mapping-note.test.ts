import { describe, expect, it } from "vitest";
import { mappingNote } from "../../src/runtime/mapping-note.js";

describe("mappingNote", () => {
  const same = { path: "a" };
  it.each<[Record<string, unknown>, Record<string, unknown>, readonly string[]]>([
    [same, same, []],
    [{ path: "a" }, { path: "a" }, []],
    [{ file: "a", offset: 5 }, { path: "a", range: [5, 9] }, ["input: file, offset given as path, range"]],
    [{ path: "a", offset: 5 }, { path: "a", offset: 4 }, ["input: offset given as offset"]],
    [
      { path: "a", wait: 5 },
      { path: "a" },
      ["input: wait left out, because the tool has nothing of the kind"],
    ],
    [{}, { path: "." }, ["input: nothing given as path"]],
    [{ constructor: 1 }, { path: 1 }, ["input: constructor given as path"]],
  ])("%j became %j: %j", (input, mapped, expected) => {
    expect(mappingNote(input, mapped)).toEqual(expected);
  });

  it("stays short, however much a model sends", () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`${index}`.repeat(500), index]),
    );
    const [note = ""] = mappingNote(many, { path: "a" });
    expect(note.length).toBeLessThan(1_000);
    expect(note).toContain("4988 more");
  });
});
