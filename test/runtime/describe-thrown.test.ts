import { describe, expect, it } from "vitest";
import { describeThrown, ToolError } from "../../src/contract/index.js";
import { failureFromThrown } from "../../src/runtime/values/call-failure.js";
import { THROWN } from "./hostile-values.js";

describe("describeThrown", () => {
  it.each(Object.entries(THROWN))("returns a string for %s and never throws", (_name, make) => {
    const text = describeThrown(make());
    expect(typeof text).toBe("string");
    expect(text).not.toBe("");
  });

  it("prefers the message of an error, then its name", () => {
    expect(describeThrown(new Error("boom"))).toBe("boom");
    expect(describeThrown(new RangeError(""))).toBe("RangeError");
    expect(describeThrown({ message: "from another realm" })).toBe("from another realm");
    expect(describeThrown({ code: 7 })).toBe('{"code":7}');
  });
});

describe("failureFromThrown", () => {
  it.each(Object.entries(THROWN))("builds a failure with string fields for %s", (_name, make) => {
    const { error } = failureFromThrown(make(), "The tool 'x'");
    expect(error).toMatchObject({
      message: expect.stringContaining("The tool 'x' failed: "),
      errorCode: "tool-failed",
    });
  });

  it("keeps the message and fields of a tool error", () => {
    const thrown = new ToolError("Not there.", { code: "not-found", absolutePath: "/a", retryable: false });
    expect(failureFromThrown(thrown, "X").error).toEqual({
      message: "Not there.",
      errorCode: "not-found",
      absolutePath: "/a",
      retryable: false,
    });
  });
});
