import { describe, expect, it } from "vitest";
import { applyEdit } from "../../../src/fuzzy/index.js";

/** Lines around a line, each of which occurs once. */
const around = (line: string, mark: string) =>
  `${mark} Settings of the first part.\nfirstSetting = readValue(alpha)\nsecondSetting = readValue(beta)\n${line}\nthirdSetting = readValue(gamma)\nfourthSetting = readValue(delta)\n`;

function edited(file: string, believed: string, changed: string, mark: string): string {
  const result = applyEdit({
    content: around(file, mark),
    oldString: around(believed, mark),
    newString: around(changed, mark).replace("gamma", "omega"),
  });
  return result.ok ? result.content : result.reason;
}

describe("a mark that does not begin a comment", () => {
  it.each([
    ["Python", "#", "half = total // count", "half = total // limit"],
    [
      "Python, in a sentence of code",
      "#",
      "half = total // count if ready else other",
      "half = total // count if ready else nothing",
    ],
    ["shell", "#", "npm run build -- --production", "npm run build -- --development"],
    ["shell with words", "#", "git log --oneline -- source main", "git log --oneline -- source test"],
    ["C", "//", "if (/* ok */ left) {", "if (/* ok */ right) {"],
    ["C, at the start of the line", "//", "/* ok */ left = count(12);", "/* ok */ right = count(12);"],
    ["C, in a condition", "//", "while (amount -- > lowest) {", "while (amount -- > highest) {"],
    ["Haskell", "--", "table // [(position, left)]", "table // [(position, right)]"],
    ["JavaScript, in a list", "//", "call(/* first */ left, right);", "call(/* first */ right, left);"],
    ["Makefile", "#", "\t@npm run build -- --fast", "\t@npm run build -- --slow"],
  ])("keeps the code after it significant in %s", (_, mark, file, believed) => {
    expect(edited(file, believed, believed, mark)).toBe("not-found");
    expect(edited(file, believed, `${believed} + 1`, mark)).toBe("not-found");
  });
});

describe("a comment at the end of a line", () => {
  it.each([
    ["TypeScript", "//", "value = compute(12); // kept for the callers", "value = compute(12);"],
    ["TypeScript, one word", "//", "value = compute(12); // milliseconds", "value = compute(12);"],
    ["C", "/* x */", "value = compute(12); /* kept for the callers */", "value = compute(12);"],
    ["Python", "#", "value = compute(12)  # milliseconds", "value = compute(12)"],
    ["SQL", "--", "WHERE value = 12 -- cancelled orders do not count", "WHERE value = 12"],
    ["HTML", "<!-- x -->", "<p>twelve</p> <!-- kept for the callers -->", "<p>twelve</p>"],
  ])("may be missing or reworded in a line that the edit keeps, in %s", (_, mark, file, believed) => {
    const expected = around(file, mark).replace("gamma", "omega");
    expect(edited(file, believed, believed, mark)).toBe(expected);
    if (!/\w+ \w+/.test(file.slice(believed.length))) return;
    const reworded = file.replace(
      /kept for the callers|cancelled orders do not count/,
      "stays because others need it",
    );
    expect(edited(file, reworded, reworded, mark)).toBe(expected);
  });

  it("may not be reworded in a line that the edit changes", () => {
    const file = "value = compute(12); // kept for the callers";
    const reworded = "value = compute(12); // stays because others need it";
    expect(edited(file, reworded, reworded.replace("12", "40"), "//")).toBe("not-found");
  });
});
