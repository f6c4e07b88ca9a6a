import * as path from "node:path";
import { describe, expect, it } from "vitest";
import { absolutePathOf } from "../../../src/workspace/paths/requested-path.js";

const files = { path, homeDirectory: "/home/me" };

describe("absolutePathOf", () => {
  it.each([
    ["/a/b", "/a/b"],
    ["a/b", "/work/a/b"],
    [".", "/work/."],
    ["../x", "/work/../x"],
    ["a/../../b", "/work/a/../../b"],
    ["~", "/home/me"],
    ["~/x", "/home/me/x"],
    ["./~/x", "/work/./~/x"],
    ["~root/x", "/work/~root/x"],
    ["a/~/x", "/work/a/~/x"],
    ["   ", "/work/   "],
    ["a.txt ", "/work/a.txt "],
    ["%2e%2e/x", "/work/%2e%2e/x"],
    ["file:///etc/passwd", "/work/file:///etc/passwd"],
    ["..\\..\\x", "/work/..\\..\\x"],
    ["日本/é", "/work/日本/é"],
  ])("makes %j absolute without any other change", (requested, expected) => {
    expect(absolutePathOf(requested, files, "/work")).toBe(expected);
  });

  it("keeps a single separator below a root that is one", () => {
    expect(absolutePathOf("etc", files, "/")).toBe("/etc");
  });

  it.each([
    ["nothing", "", /empty/],
    ["a NUL", "a\0.txt", /NUL/],
    ["half a character", "a\ud800b", /lone surrogate/],
    ["too long a path", "a/".repeat(2_049), /4098 bytes.*4096/],
    ["too many bytes", "é".repeat(2_049), /4098 bytes/],
    ["a number", 5, /a string, but number was received/],
    ["null", null, /null was received/],
    ["a list", ["a"], /a list was received/],
    ["an object that looks like one", { toString: () => "/etc/passwd" }, /object was received/],
  ])("refuses %s", (_, requested, message) => {
    expect(() => absolutePathOf(requested, files, "/work")).toThrow(
      expect.objectContaining({ code: "invalid-path", message: expect.stringMatching(message) }),
    );
  });

  it("accepts a path of exactly the maximum length", () => {
    expect(absolutePathOf(`/${"a".repeat(4_095)}`, files, "/work")).toHaveLength(4_096);
  });

  it("reports a missing home folder", () => {
    expect(() => absolutePathOf("~/x", { path }, "/work")).toThrow(/no home folder/);
  });
});
