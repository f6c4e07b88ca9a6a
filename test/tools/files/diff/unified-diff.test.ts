import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { changedLineRange, textChanges } from "../../../../src/tools/files/diff/text-change.js";
import { unifiedDiff } from "../../../../src/tools/files/diff/unified-diff.js";
import { iterationsDuring } from "../../../event-loop-iterations.js";
import { growthFactor } from "../../../growth-factor.js";
import { startStopwatch } from "../../../processor-time.js";

const line = fc.constantFrom("a\n", "b\n", "\n", "  x\n", "d\r\n", "yes\n");
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("", "", "end", "a"))
  .map(([lines, end]) => lines.join("") + end);

/** A text, the same text after replacements, and the replaced places. */
const edited = fc
  .tuple(
    text,
    fc.array(fc.tuple(fc.nat(8), fc.nat(5), fc.constantFrom("", "q", "q\n", "\nz", "a\n", "b\nb\n")), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([before, edits]) => {
    let after = "";
    let position = 0;
    const spans = edits.flatMap(([skip, length, replacement]) => {
      const start = Math.min(before.length, position + skip);
      const end = Math.min(before.length, start + length);
      after += before.slice(position, start) + replacement;
      position = end;
      return [{ start, end }];
    });
    return { before, after: after + before.slice(position), spans };
  });

const spansOf = (...spans: readonly (readonly [number, number])[]) =>
  spans.map(([start, end]) => ({ start, end }));

describe("unifiedDiff", () => {
  it("turns the old text into the new one, with and without known places, and with wrong places", async () => {
    await fc.assert(
      fc.asyncProperty(edited, text, async ({ before, after, spans }, other) => {
        for (const [from, to, known] of [
          [before, after, spans],
          [before, after, undefined],
          [before, other, spans],
        ] as const) {
          const changes = await textChanges(from, to, known);
          const diff = await unifiedDiff("f.txt", { before: from, after: to }, changes);
          if (from === to) expect(diff).toBe("");
          else expect(applyPatch(from, diff, { autoConvertLineEndings: false })).toBe(to);
          const [first, last] = changedLineRange(to, changes);
          expect(first).toBeGreaterThanOrEqual(1);
          expect(last).toBeGreaterThanOrEqual(first);
          expect(last).toBeLessThanOrEqual(Math.max(1, to.split("\n").length));
        }
      }),
      {
        numRuns: 1000,
        examples: [
          // Places in the line after an earlier one, and places that remove that line.
          [{ before: "a\n  x\na\n", after: "a\n  a\n", spans: spansOf([4, 6], [6, 6], [8, 8]) }, ""],
          [{ before: "\na\na\na\n", after: "\naa\n", spans: spansOf([2, 3], [3, 5], [5, 5]) }, ""],
        ],
      },
    );
  });

  it("shows three lines around a change and joins changes that are near", async () => {
    const before = Array.from({ length: 30 }, (_, index) => `${index + 1}\n`).join("");
    const after = before
      .replace("\n10\n", "\nten\n")
      .replace("\n16\n", "\n")
      .replace("\n25\n", "\n25\nnew\n");
    const diff = await unifiedDiff("a b.txt", { before, after }, await textChanges(before, after));
    expect(diff.split("\n").slice(0, 5)).toEqual([
      "diff --git a/a b.txt b/a b.txt",
      "--- a/a b.txt\t",
      "+++ b/a b.txt\t",
      "@@ -7,13 +7,12 @@",
      " 7",
    ]);
    expect(diff).toContain("@@ -23,6 +22,7 @@\n 23\n 24\n 25\n+new\n 26\n 27\n 28\n");
  });

  it("marks a missing line end", async () => {
    const diff = await unifiedDiff(
      "f",
      { before: "a\nb", after: "a\nb\n" },
      await textChanges("a\nb", "a\nb\n"),
    );
    expect(diff).toBe(
      "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n",
    );
  });

  it("describes new, deleted and renamed files for git, with lines and without", async () => {
    const folder = await mkdtemp(join(tmpdir(), "collet-diff-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "old name.txt"), "a\nb\n");
    await writeFile(join(folder, "moved.txt"), "same\n");
    await writeFile(join(folder, "gone.txt"), "x");
    await writeFile(join(folder, "empty-gone.txt"), "");
    const diff = [
      await unifiedDiff(
        "new name.txt",
        { before: "a\nb\n", after: "a\nc\n" },
        await textChanges("a\nb\n", "a\nc\n"),
        {
          renamedFrom: "old name.txt",
        },
      ),
      await unifiedDiff("elsewhere/moved.txt", { before: "same\n", after: "same\n" }, [], {
        renamedFrom: "moved.txt",
      }),
      await unifiedDiff("gone.txt", { before: "x", after: "" }, await textChanges("x", ""), {
        deleted: true,
      }),
      await unifiedDiff("empty-gone.txt", { before: "", after: "" }, [], { deleted: true }),
      await unifiedDiff("new.txt", { before: "", after: "n\n" }, await textChanges("", "n\n"), {
        created: true,
      }),
      await unifiedDiff("empty-new.txt", { before: "", after: "" }, [], { created: true }),
    ].join("");
    execFileSync("git", ["apply", "-"], { cwd: folder, input: diff });
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      "elsewhere",
      "elsewhere/moved.txt",
      "empty-new.txt",
      "new name.txt",
      "new.txt",
    ]);
    expect(await readFile(join(folder, "new name.txt"), "utf8")).toBe("a\nc\n");
    expect(await unifiedDiff("f", { before: "a", after: "a" }, [])).toBe("");
  });

  it("yields to the event loop while it formats a long text", async () => {
    const text = "x\n".repeat(2_000_000);
    const changes = await textChanges("", text);
    let diff = "";
    const iterations = await iterationsDuring(async () => {
      diff = await unifiedDiff("f", { before: "", after: text }, changes, { created: true });
    });
    expect(iterations).toBeGreaterThan(2);
    expect(diff.endsWith(`@@ -0,0 +1,2000000 @@\n${"+x\n".repeat(2_000_000)}`)).toBe(true);
  });

  it("takes time linear in the number of changes", async () => {
    const time = async (count: number) => {
      const text = "a\nb\n".repeat(count);
      const changes = Array.from({ length: count }, (_, index) => {
        const [start, line] = [4 * index, 2 * index + 1];
        return {
          oldStart: start,
          oldEnd: start + 2,
          newStart: start,
          newEnd: start + 2,
          oldLine: line,
          newLine: line,
        };
      });
      const elapsedMs = startStopwatch();
      await unifiedDiff("f", { before: text, after: text }, changes);
      return elapsedMs();
    };
    // Linear growth is a factor of 16, quadratic growth one of 256.
    const below = 90;
    expect(await growthFactor(time, { from: 5_000, to: 80_000, below })).toBeLessThan(below);
  });

  it("quotes a name with control characters as git does", async () => {
    const diff = await unifiedDiff('x\n"é.txt', { before: "a", after: "b" }, await textChanges("a", "b"));
    expect(diff).toContain('--- "a/x\\n\\"é.txt"\n');
  });

  it("takes time in proportion to the change: a thousand places in a megabyte", async () => {
    const before = Array.from(
      { length: 40_000 },
      (_, index) => `const value${index} = compute(${index});\n`,
    ).join("");
    const spans: { start: number; end: number }[] = [];
    for (
      let at = before.indexOf("compute"), index = 0;
      at !== -1;
      at = before.indexOf("compute", at + 1), index += 1
    ) {
      if (index % 40 === 0) spans.push({ start: at, end: at + 7 });
    }
    const pieces = spans.map(({ end }, index) => `calculate${before.slice(end, spans[index + 1]?.start)}`);
    const after = before.slice(0, spans[0]?.start) + pieces.join("");
    const elapsedMs = startStopwatch();
    const changes = await textChanges(before, after, spans);
    await unifiedDiff("f", { before, after }, changes);
    expect(elapsedMs()).toBeLessThan(1500);
    expect(changes).toHaveLength(spans.length);
  });

  it("returns two texts without a common line as one change instead of searching for long", async () => {
    const lines = (seed: string) =>
      Array.from({ length: 30_000 }, (_, index) => `${seed}${index * 31}\n`).join("");
    const elapsedMs = startStopwatch();
    expect(await textChanges(lines("a"), lines("b"))).toHaveLength(1);
    expect(elapsedMs()).toBeLessThan(8000);
  });

  it("takes time in proportion to the text where a single line of megabytes is edited at its end", async () => {
    const timeFor = async (length: number): Promise<number> => {
      const before = `${"x".repeat(length)}old`;
      const elapsedMs = startStopwatch();
      await textChanges(before, `${"x".repeat(length)}new`, [{ start: length, end: length + 3 }]);
      return elapsedMs();
    };
    const growth: number[] = [];
    // One quiet attempt is enough: garbage collection only ever adds time.
    for (let attempt = 0; attempt < 3 && !growth.some((factor) => factor < 40); attempt += 1) {
      const short = await timeFor(8_000_000);
      growth.push((await timeFor(96_000_000)) / short);
    }
    // Twelve times as long: 12 times the work where it is linear, 144 where it is quadratic.
    expect(Math.min(...growth)).toBeLessThan(40);
  });
});

describe("unifiedDiff of very long lines", () => {
  it("omits a diff above the limit and states its length", async () => {
    const before = "x".repeat(2_500_000);
    const after = `${before}y`;
    const diff = await unifiedDiff("a.txt", { before, after }, await textChanges(before, after));
    expect(diff.split("\n")).toEqual([
      "diff --git a/a.txt b/a.txt",
      "--- a/a.txt",
      "+++ b/a.txt",
      "The diff is omitted: it has 5000001 characters, and at most 4194304 are shown.",
      "",
    ]);
  });

  it("counts the context lines of a long diff", async () => {
    const context = `${"x".repeat(5_000_000)}\n`;
    const diff = await unifiedDiff(
      "a.txt",
      { before: `${context}a\n`, after: `${context}b\n` },
      await textChanges(`${context}a\n`, `${context}b\n`),
    );
    expect(diff).toContain("The diff is omitted: it has 5000005 characters");
  });
});
