import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { describeBrokenJson } from "../../../src/schema/describe/describe-broken-json.js";

describe("describeBrokenJson", () => {
  it.each([
    ["a text truncated in a value", '{"path":"a.js","content":"let', "ends unexpectedly after 29 characters"],
    ["a text truncated after a key", '{"path":', "ends unexpectedly after 8 characters"],
    ["a text truncated before its last bracket", '{"a":[1,2]', "ends unexpectedly"],
    ["a brace inside an unfinished string", '{"a":"}', "ends unexpectedly"],
    ["two objects", '{"a":1}{"a":2}', "ends after 7 characters"],
    ["an object and a remark", '{"a":"\\"}"} I hope so', "ends after 11 characters"],
    ["a remark and an object", 'Sure: {"a":1}', "There is other text before"],
    ["single quotes", "{'a':1}", "malformed"],
    ["a comma too many", '{"a":1,}', "malformed"],
  ])("describes %s", (_what, text, said) => {
    expect(describeBrokenJson(text)).toContain(said);
  });

  it.each([["plain words"], [""], ["  "], ["[1,2]"], ['"text"'], ["7"]])("returns nothing for %j", (text) => {
    expect(describeBrokenJson(text)).toBe("");
  });

  it("does not parse a text that does not start like JSON", () => {
    const parse = vi.spyOn(JSON, "parse");
    onTestFinished(() => parse.mockRestore());
    expect(describeBrokenJson("```json\n\n```")).toBe("");
    expect(parse).not.toHaveBeenCalled();
  });

  it("describes every prefix of an object as truncated", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        expect(describeBrokenJson(cut)).toContain("ends unexpectedly");
      }),
    );
  });
});
