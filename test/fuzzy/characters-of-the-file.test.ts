import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/fuzzy/index.js";

const around = (line: string) =>
  `firstSetting = readValue(alpha)\n  secondSetting = readValue(beta)\n  ${line}\n  thirdSetting = readValue(gamma)\nfourthSetting = readValue(delta)\n`;

/** Returns the line after an edit of it, or the reason of a refusal. */
function edited(file: string, old: string, next: string): string | undefined {
  const result = applyEdit({ content: around(file), oldString: around(old), newString: around(next) });
  if (!result.ok) return result.reason;
  return result.content.slice(around("").indexOf("  \n") + 2, result.content.indexOf("\n  thirdSetting"));
}

describe("edits of lines with quotes", () => {
  it.each([
    ["say(\"the 'inner' text\")", "say('the \"inner\" text')"],
    ['note = "it\'s here"', "note = 'it\"s here'"],
    ['echo `date` "now here"', 'echo "date" `now here`'],
  ])("refuse %j for %j", (file, old) => {
    expect(edited(file, old, old.replace("here", "there").replace("text", "part"))).toBe("not-found");
  });

  it("keep the file's quotes around a changed word", () => {
    expect(edited('note = "it is here"', "note = 'it is here'", "note = 'it is there'")).toBe(
      'note = "it is there"',
    );
    expect(
      edited("press “the green button” now", 'press "the green button" now', 'press "the blue button" now'),
    ).toBe("press “the blue button” now");
  });

  it("keep typographic quotes that directly enclose a changed word", () => {
    const file = "note(“It’s the ‘maple’ word”, 'plain “in” it', \"don’t\")";
    const old = file.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
    expect(edited(file, old, old.replace("maple", "onyx"))).toBe(file.replace("maple", "onyx"));
  });

  it("remove an ellipsis character with the word before it", () => {
    expect(edited("text: wait… rest", "text: wait... rest", "meadow: rest")).toBe("meadow: rest");
    expect(edited("text: wait… rest", "text: wait... rest", "text: hold... rest")).toMatch(
      /^text: hold(?:…|\.\.\.) rest$/,
    );
    expect(edited("text: wait… rest", "text: wait... rest", "text: wait... end")).toBe("text: wait… end");
  });

  it("write no quote of the file's kind into a string of that kind", () => {
    const line = edited('note = "it is here"', "note = 'it is here'", "note = 'it is \"here\" now'");
    expect(line).toBe("note = 'it is \"here\" now'");
  });
});

describe("edits of lines whose last mark the model lacks", () => {
  it.each([
    ["retries: 3,", "retries: 3", "attempts: [5, 6, 7]", "attempts: [5, 6, 7],"],
    ["return left;", "return left", "throw new Problem(right)", "throw new Problem(right);"],
    ['"name": "a",', '"name": "a"', '"name": "b"', '"name": "b",'],
    ["first(1),", "first(1)", "first(1),\n  second(2)", "first(1),\n  second(2),"],
    ["value = 1;", "value = 1", "value = 2;", "value = 2;"],
  ])("keep the mark of %j", (file, old, next, expected) => {
    expect(edited(file, old, next)).toBe(expected);
  });
});
