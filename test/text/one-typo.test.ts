import { describe, expect, it } from "vitest";
import { isOneTypo } from "../../src/text/index.js";

describe("isOneTypo", () => {
  it.each([
    ["workdri", "workdir"],
    ["wrkdir", "workdir"],
    ["workdirr", "workdir"],
    ["workdor", "workdir"],
    ["orkdir", "workdir"],
    ["paths", "path"],
  ])("recognises %s as %s with one typing error", (one, other) => {
    expect(isOneTypo(one, other)).toBe(true);
    expect(isOneTypo(other, one)).toBe(true);
  });

  it.each([
    ["path", "path"],
    ["wrkdri", "workdir"],
    ["-A", "-B"],
    ["-n", "-i"],
    ["cmd", "cwd"],
    ["", "path"],
    ["abcd", "badc"],
    ["timeout_ms", "timeout"],
  ])("treats %s and %s as different words", (one, other) => {
    expect(isOneTypo(one, other)).toBe(false);
  });
});
