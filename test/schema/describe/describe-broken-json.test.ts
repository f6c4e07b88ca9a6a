import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeBrokenJson } from "../../../src/schema/describe/describe-broken-json.js";

describe("describeBrokenJson", () => {
  it.each([
    ["text that is cut in a value", '{"path":"a.js","content":"let', "breaks off after 29 characters"],
    ["text that is cut behind a key", '{"path":', "breaks off after 8 characters"],
    ["text that is cut before its last bracket", '{"a":[1,2]', "breaks off"],
    ["a brace inside an unfinished string", '{"a":"}', "breaks off"],
    ["two objects", '{"a":1}{"a":2}', "ends after 7 characters"],
    ["an object and a remark", '{"a":"\\"}"} I hope so', "ends after 11 characters"],
    ["a remark and an object", 'Sure: {"a":1}', "Other text stands before"],
    ["single quotes", "{'a':1}", "malformed"],
    ["a comma too many", '{"a":1,}', "malformed"],
  ])("tells of %s", (_what, text, said) => {
    expect(describeBrokenJson(text)).toContain(said);
  });

  it.each([["plain words"], [""], ["  "], ["[1,2]"], ['"text"'], ["7"]])("says nothing about %j", (text) => {
    expect(describeBrokenJson(text)).toBe("");
  });

  it("says of every beginning of an object that it breaks off", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        expect(describeBrokenJson(cut)).toContain("breaks off");
      }),
    );
  });
});
