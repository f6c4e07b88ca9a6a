import { describe, expect, it } from "vitest";
import { mappingNotes } from "../../../src/runtime/prepare/mapping-notes.js";

describe("mappingNotes", () => {
  const same = { path: "a" };
  it.each<[Record<string, unknown>, Record<string, unknown>, readonly string[]]>([
    [same, same, []],
    [{ path: "a" }, { path: "a" }, []],
    [
      { file: "a", offset: 5 },
      { path: "a", range: [5, 9] },
      ["path: renamed from file", "input: offset given as range"],
    ],
    [{ path: "a", offset: 5 }, { path: "a", offset: 4 }, ["input: offset given as offset"]],
    [{ path: "a", wait: 5 }, { path: "a" }, ["input: wait removed, because the tool has no such parameter"]],
    [{}, { path: "." }, ["input: nothing given as path"]],
    [{ constructor: 1 }, { path: 1 }, ["path: renamed from constructor"]],
    // It is unknown which of two equal values was mapped to which name.
    [{ a: 1, b: 1 }, { c: 1 }, ["input: a, b given as c"]],
    [{ a: 1 }, { c: 1, d: 1 }, ["input: a given as c, d"]],
    [{ wait: 5, offset: 4 }, { offset: 5 }, ["input: wait, offset given as offset"]],
    [
      { file: "a", wait: 5 },
      { path: "a" },
      ["path: renamed from file", "input: wait removed, because the tool has no such parameter"],
    ],
  ])("describes the mapping of %j to %j as %j", (input, mapped, expected) => {
    expect(mappingNotes(input, mapped)).toEqual(expected);
  });

  it("stays short for an input of any size", () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`${index}`.repeat(500), index]),
    );
    const [note = ""] = mappingNotes(many, { path: "a" });
    expect(note.length).toBeLessThan(1_000);
    expect(note).toContain("4988 more");
  });
});
