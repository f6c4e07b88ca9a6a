import { describe, expect, it } from "vitest";
import { counted, inSeconds } from "../../src/text/index.js";
import { AMP_TRUNCATION, OPENCODE_TRUNCATION } from "../../src/truncation/index.js";

describe("counted", () => {
  it.each([
    [0, "0 matches"],
    [1, "1 match"],
    [2, "2 matches"],
  ])("formats %i with the form of the noun that fits", (count, text) => {
    expect(counted(count, "match", "matches")).toBe(text);
  });

  it("adds an s where the plural is regular", () => {
    expect([counted(1, "line"), counted(3, "line")]).toEqual(["1 line", "3 lines"]);
  });
});

describe("inSeconds", () => {
  it.each([
    [1_000, "1 second"],
    [44_178.343_000_000_04, "44.2 seconds"],
    [120_000, "120 seconds"],
    [20, "0.02 seconds"],
    [0.1 + 0.2, "0.0003 seconds"],
  ])("formats %d ms without long decimals", (durationMs, text) => {
    expect(inSeconds(durationMs)).toBe(text);
  });
});

describe("a truncation notice", () => {
  const facts = { totalBytes: 1, totalLines: 1, omittedBytes: 1, omittedLines: 1, savedTo: "/o.txt" };

  it("counts one omitted line, and one omitted byte, in the singular", () => {
    expect(OPENCODE_TRUNCATION.notice({ ...facts, hit: "lines" })).toContain("...1 line truncated...");
    expect(OPENCODE_TRUNCATION.notice({ ...facts, hit: "bytes" })).toContain("...1 byte truncated...");
    expect(AMP_TRUNCATION.notice({ ...facts, hit: "bytes", notStoredBytes: 1 })).toContain(
      "(without 1 byte from its middle)",
    );
  });
});
