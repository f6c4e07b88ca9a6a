import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/fuzzy/index.js";

/** Lines of a script whose comments resemble headings, so that it is read as Markdown. */
const HEADINGS = "# Settings of the program\n\n# Paths of the program\n\n";

const COMMENTS = HEADINGS.replaceAll("#", "//");

function outcome(line: string, believed: string, above: string): string {
  const content = `${above}${line}\n${BODY}`;
  const oldString = `${believed}\n${BODY}`;
  const result = applyEdit({ content, oldString, newString: oldString.replace("second", "changed") });
  return result.ok ? result.content : result.reason;
}

const BODY = "  second <- compute(values, 2)\n  third <- compute(second, 3)\n  print(third, second)\n}\n";

describe("an old text whose first line has another meaning", () => {
  it.each([
    ["another argument", "parse <- function(lines) {", "parse <- function(lines, other) {"],
    ["arguments in another order", "  entries.add(swap(word, place))", "  entries.add(swap(place, word))"],
    ["a lost negation", "if not contains $entry $list", "if contains $entry $list"],
    [
      "a lost negation in a sentence",
      "The program does not read the file again here.",
      "The program does read the file again here.",
    ],
  ])("leads to a refusal: %s", (_, line, believed) => {
    for (const above of [HEADINGS, COMMENTS]) {
      expect(outcome(line, believed, above)).toBe("not-found");
      expect(outcome(believed, line, above)).toBe("not-found");
    }
  });

  it("leads to an edit if a sentence has one word more", () => {
    const line = "The program reads the file again here.";
    const believed = "The program just reads the file again here.";
    expect(outcome(line, believed, HEADINGS)).toContain("changed <- compute(values");
  });
});
