import { describe, expect, it } from "vitest";
import { mergeLines } from "../../../src/fuzzy/merge/line-merge.js";

describe("mergeLines", () => {
  it("keeps the blanks at the ends of added lines if the old text has only blank lines", () => {
    const content = "# T\n\t\n\nend\n";
    const [start, end] = [4, 6];
    const request = { content, start, end, old: " \n", newText: "first  \nsecond\n", pairs: [0] } as const;
    expect(mergeLines({ ...request, lineEnd: "\n" })).toBe("first  \nsecond\n");
  });

  it("omits the blanks at the ends of added lines if each old line that is not blank has some, and no line of the file", () => {
    const content = "a(1)\n\nb(2)\n";
    const request = { content, start: 0, end: 5, old: "a(1)  \n", newText: "a(1)  \nc(3)  \n", pairs: [0] };
    expect(mergeLines({ ...request, lineEnd: "\n" })).toBe("a(1)\nc(3)\n");
  });
});
