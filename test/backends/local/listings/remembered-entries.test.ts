import { describe, expect, it } from "vitest";
import { RememberedEntries } from "../../../../src/backends/local/listings/index.js";
import type { DirectoryEntry } from "../../../../src/contract/index.js";

const entries = (count: number) =>
  Array.from({ length: count }, (_, index): DirectoryEntry => ({ name: `${index}`, type: "directory" }));

describe("RememberedEntries", () => {
  it("returns the entries of a folder in the same state", () => {
    const memory = new RememberedEntries();
    const known = entries(2);
    memory.set("a", "1", known);
    expect(memory.get("a", "1")).toBe(known);
    expect([memory.get("a", "2"), memory.get("b", "1")]).toEqual([undefined, undefined]);
    expect([memory.has("a"), memory.has("b")]).toEqual([true, false]);
  });

  it("forgets the oldest folders when there are too many entries", () => {
    const memory = new RememberedEntries(10);
    const sizes = (...folders: string[]) => folders.map((folder) => memory.get(folder, "1")?.length);
    for (const folder of ["a", "b", "c"]) memory.set(folder, "1", entries(3));
    expect(sizes("a", "b", "c")).toEqual([undefined, 3, 3]);
    memory.set("b", "1", entries(1));
    memory.set("d", "1", entries(3));
    expect(sizes("b", "c", "d")).toEqual([1, 3, 3]);
    memory.set("e", "1", entries(20));
    expect(sizes("b", "c", "d", "e")).toEqual([undefined, undefined, undefined, undefined]);
  });
});
