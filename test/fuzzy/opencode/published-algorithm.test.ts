import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, type MatcherName, matchers } from "../../../src/fuzzy/index.js";
import { PUBLISHED } from "./published-replacers.js";

const NAMES = Object.keys(PUBLISHED) as MatcherName[];

const line = fc.constantFrom(
  "foo(a, b)",
  "foo(a,",
  "b)",
  "bar(1)",
  "bar(2);",
  "x = 1",
  'say(\\"hi\\")',
  'say("hi")',
  "a\\nb",
  "{",
  "}",
  "",
);
const indent = fc.constantFrom("", "  ", "    ", "\t");
const gap = fc.constantFrom(" ", "  ", "\t");
const text = (minLines: number, maxLines: number) =>
  fc
    .array(fc.tuple(indent, line, gap), { minLength: minLines, maxLength: maxLines })
    .map((lines) =>
      lines.map(([before, each, between]) => before + each.replaceAll(" ", between)).join("\n"),
    );

/** The found texts of one matcher, each once. */
function foundBy(name: MatcherName, content: string, oldString: string): Set<string> {
  const found = matchers[name]({ content, oldString, preset: "opencode" });
  return new Set(found.map(({ start, end }) => content.slice(start, end)));
}

describe("the replacers of the opencode preset", () => {
  it("find the texts of OpenCode's published algorithm in 2,000 generated cases", () => {
    let agreed = 0;
    fc.assert(
      fc.property(text(1, 9), text(1, 5), fc.constantFrom(...NAMES), (content, old, name) => {
        fc.pre(old.trim() !== "");
        const published = new Set(PUBLISHED[name]?.(content, old));
        if (published.size > 0) agreed += 1;
        expect(foundBy(name, content, old)).toEqual(published);
      }),
      { numRuns: 2_000 },
    );
    // Most random texts are not in each other.
    expect(agreed).toBeGreaterThan(50);
  });

  it("normalise line breaks of the old text to spaces", () => {
    expect(foundBy("whitespace-normalized", "x\nfoo(a, b)\ny", "foo(a,\nb)")).toEqual(new Set(["foo(a, b)"]));
  });

  it("find the end of a block at any distance below its start", () => {
    const content = `{\n${"  line\n".repeat(5_000)}}\n`;
    expect(foundBy("block-anchor", content, "{\n  line\n}")).toEqual(new Set([content.trimEnd()]));
  });

  it("undo the escapes of the old text or of the file, and use the new text literally", () => {
    const undone = { content: 'say("hi")\n', oldString: 'say(\\"hi\\")', newString: 'say(\\"ho\\")' };
    expect(applyEdit({ ...undone, preset: "opencode" })).toMatchObject({ content: 'say(\\"ho\\")\n' });
    expect(foundBy("escape-normalized", 'say(\\"hi\\")\n', 'say("hi")')).toEqual(new Set(['say(\\"hi\\")']));
  });
});
