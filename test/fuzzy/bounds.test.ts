import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/fuzzy/index.js";
import { growthFactor } from "../growth-factor.js";
import { startStopwatch } from "../processor-time.js";

/** Far above the expected time; a quadratic step would exceed it by orders of magnitude. */
const BOUND_MS = 4_000;

describe("hostile sizes end in bounded time", () => {
  const cases: { title: string; content: string; old: string }[] = [
    {
      title: "a line of 300 KB",
      content: "const x = [1, 2, 3]; ".repeat(15_000),
      old: "const x = [1, 2,  4];\nconst y = 3;",
    },
    {
      title: "a line of 300 KB and a needle of one long line",
      content: "ab".repeat(150_000),
      old: "ab  ".repeat(2_000),
    },
    {
      title: "a needle of 5,000 equal lines",
      content: "}\n".repeat(500_000),
      old: `${"}\n".repeat(4_999)}};`,
    },
    { title: "a million blank lines", content: "\n".repeat(1_000_000), old: "\n\n\nfoo bar baz\n\n\n" },
    { title: "a megabyte of anchors", content: "{\n  x\n}\n".repeat(130_000), old: "{\n  y\n}" },
    { title: "a megabyte of one word", content: "word ".repeat(200_000), old: `${"word  ".repeat(300)}end` },
    { title: "300,000 quotes", content: "“".repeat(300_000), old: '"'.repeat(100) },
    { title: "a megabyte of backslashes", content: "\\".repeat(1_000_000), old: `${"\\".repeat(5_001)}x` },
    { title: "a megabyte of blanks", content: " ".repeat(1_000_000), old: `x${" ".repeat(50_000)}y` },
    { title: "a megabyte of dashes", content: "- ".repeat(500_000), old: "- - -  - x" },
  ];
  for (const { title, content, old } of cases) {
    it(title, () => {
      for (const preset of ["safe", "opencode"] as const) {
        const elapsedMs = startStopwatch();
        applyEdit({ content, oldString: old, newString: "changed", preset });
        expect(elapsedMs()).toBeLessThan(BOUND_MS);
      }
    });
  }

  it.each([
    [4_900, { ok: true, matcher: "alignment" }],
    [5_100, { ok: false, reason: "too-large" }],
  ])("finds a needle of %i lines that is nearly there, or refuses it", (count, expected) => {
    const lines = Array.from(
      { length: count + 1_000 },
      (_, number) => `  const value${number} = read("field-${number}", ${number % 7});`,
    );
    const old = lines
      .slice(500, count + 500)
      .join("\n")
      .replace("read(", "raed(");
    const elapsedMs = startStopwatch();
    const result = applyEdit({ content: lines.join("\n"), oldString: old, newString: `${old}\nmore` });
    expect(elapsedMs()).toBeLessThan(BOUND_MS);
    expect(result).toMatchObject(expected);
  });
});

it("counts the lines before the places of an ambiguous text once", () => {
  const content = "a\n".repeat(1_500_000) + "needle\n".repeat(50);
  const elapsedMs = startStopwatch();
  const result = applyEdit({ content, oldString: "needle", newString: "x" });
  expect(result).toMatchObject({
    reason: "ambiguous",
    message: expect.stringContaining("lines 1500001, 1500002,"),
  });
  // Fifty counts of 1,500,000 lines take half a second.
  expect(elapsedMs()).toBeLessThan(150);
});

describe("an edit of every place", () => {
  const cases: readonly (readonly [string, (places: number) => string, string])[] = [
    ["in a line without any line end", (places) => "ab".repeat(places), "c\nde"],
    ["in a line that ends far away", (places) => `${"ab".repeat(places)}\r\nrest\n`, "c\nde"],
    ["with a place on each line", (places) => "ab\n".repeat(places), "cde"],
    ["with a single line in the new text", (places) => `ab${"x".repeat(40)}`.repeat(places), "cde"],
  ];

  it.each(cases)("takes linear time %s", async (_title, make, newString) => {
    const timeOf = (places: number) => {
      const content = make(places);
      const elapsedMs = startStopwatch();
      const result = applyEdit({ content, oldString: "ab", newString, replaceAll: true });
      const took = elapsedMs();
      expect(result.ok && result.spans.length).toBe(places);
      return took;
    };
    // Eight times the places: a step that searches the text for each of them takes 64 times as long.
    const below = 50;
    expect(await growthFactor(timeOf, { from: 12_500, to: 100_000, below })).toBeLessThan(below);
  });

  it("refuses more than 100,000 places, and states the remedy", () => {
    const request = { content: "ab".repeat(100_001), oldString: "ab", newString: "c", replaceAll: true };
    const result = applyEdit(request);
    expect(result).toMatchObject({ ok: false, reason: "too-large" });
    expect(!result.ok && result.message).toContain("more than 100000 places");
  });

  it("writes the line ends of the nearest line at each place", () => {
    const result = applyEdit({
      content: "ab ab\r\nab ab\nab",
      oldString: "ab",
      newString: "1\n2",
      replaceAll: true,
    });
    expect(result.ok && result.content).toBe("1\r\n2 1\r\n2\r\n1\n2 1\n2\n1\n2");
  });
});
