import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BuiltFile, chunkGroups } from "../../scripts/chunk-groups.js";

/** Creates files from the names that each imports; the size is 30,000 characters unless another one is given. */
function filesOf(
  imports: Readonly<Record<string, readonly string[]>>,
  sizes: Readonly<Record<string, number>> = {},
): ReadonlyMap<string, BuiltFile> {
  return new Map(
    Object.entries(imports).map(([name, imported]) => [
      name,
      { size: sizes[name] ?? 30_000, imports: imported },
    ]),
  );
}

describe("the groups of the files of a build", () => {
  it("follow the entry points that load a file", () => {
    const files = filesOf({ a: ["own", "both"], b: ["both"], own: [], both: [], other: [] });
    expect(Object.fromEntries(chunkGroups(files, { a: ["a"], b: ["b"] }))).toEqual({
      a: "a",
      own: "a",
      b: "b",
      both: "a-b",
    });
  });

  it("count several entry points as one", () => {
    const files = filesOf({ a: ["x"], b: ["y"], x: [], y: [] });
    expect(new Set(chunkGroups(files, { all: ["a", "b"] }).values())).toEqual(new Set(["all"]));
  });

  it("join a small group with one that more entry points load", () => {
    const files = filesOf({ a: ["small", "both"], b: ["both"], small: [], both: [] }, { a: 10, small: 10 });
    expect(chunkGroups(files, { a: ["a"], b: ["b"] }).get("small")).toBe("a-b");
  });

  it("join a small group with the nearest one, which the others import", () => {
    // With a-b-c-d, which a-b-c imports, it would import itself.
    const files = filesOf(
      { a: ["small"], b: ["small"], c: ["middle"], d: ["all"], small: ["middle"], middle: ["all"], all: [] },
      { small: 10 },
    );
    const groups = chunkGroups(files, { a: ["a"], b: ["b"], c: ["c"], d: ["d"] });
    expect(groups.get("small")).toBe("a-b-c");
    expect(groups.get("all")).toBe("a-b-c-d");
  });

  it("stay apart from those of an entry point whose platform lacks what others import", () => {
    const files = filesOf({ a: ["small", "both"], b: ["both"], small: [], both: [] }, { a: 10, small: 10 });
    expect(chunkGroups(files, { a: ["a"], b: ["b"] }, ["b"]).get("small")).toBe("a");
    expect(chunkGroups(files, { a: ["a"], b: ["b"] }, ["a"]).get("small")).toBe("a-b");
  });

  it("never import each other in a circle", () => {
    const graph = fc.array(
      fc.record({ size: fc.nat(40_000), imports: fc.array(fc.nat(30), { maxLength: 4 }) }),
      {
        minLength: 4,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(graph, (nodes) => {
        // A file imports only files after it, as in a build without circles.
        const files = new Map(
          nodes.map(({ size, imports }, index) => [
            `f${index}`,
            {
              size,
              imports: imports
                .map((step) => index + 1 + step)
                .filter((at) => at < nodes.length)
                .map((at) => `f${at}`),
            },
          ]),
        );
        const groups = chunkGroups(files, { a: ["f0"], b: ["f1"], c: ["f2"] });
        const next = new Map<string, Set<string>>();
        for (const [file, group] of groups) {
          for (const each of files.get(file)?.imports ?? []) {
            const other = groups.get(each);
            if (other !== undefined && other !== group)
              next.set(group, (next.get(group) ?? new Set()).add(other));
          }
        }
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
          [...(next.get(from) ?? [])].some((each) => {
            if (each === to) return true;
            if (seen.has(each)) return false;
            return reaches(each, to, seen.add(each));
          });
        for (const group of new Set(groups.values())) expect(reaches(group, group)).toBe(false);
      }),
    );
  });
});
