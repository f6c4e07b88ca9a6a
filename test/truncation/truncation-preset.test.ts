import { describe, expect, it } from "vitest";
import {
  AMP_TRUNCATION,
  OPENCODE_TRUNCATION,
  truncateResult,
  truncateText,
} from "../../src/truncation/index.js";

const cut = {
  hit: "lines",
  omittedBytes: 12_000,
  omittedLines: 500,
  totalBytes: 160_000,
  totalLines: 2500,
} as const;

describe("truncateResult", () => {
  it("returns a result of 102,400 bytes unchanged", () => {
    const content = "x".repeat(102_400);
    expect(truncateResult(content)).toBe(content);
  });

  it("truncates a longer one at 102,400 bytes with the message of the Amp specification", () => {
    const content = "line\n".repeat(40_000);
    expect(truncateResult(content)).toBe(
      `${content.slice(0, 102_400)}\n\n[Tool result truncated: 195KB exceeds limit. Please refine the query.]`,
    );
  });

  it("counts bytes, not characters", () => {
    expect(truncateResult("漢".repeat(40_000))).toMatch(
      /^漢+\n\n\[Tool result truncated: 117KB exceeds limit\./,
    );
  });
});

describe("AMP_TRUNCATION", () => {
  it("adds the location of the full output if it was stored", () => {
    expect(AMP_TRUNCATION.notice({ ...cut, savedTo: "/state/tool-output/1" })).toBe(
      "[Tool result truncated: 156KB exceeds limit. Please refine the query.]\nFull output saved to: /state/tool-output/1\n" +
        "Search that file, or read the part of it that you need.",
    );
  });
});

describe("the default notice", () => {
  it.each([false, true])(
    "names no tool or parameter, which differ by toolset and mode (delegating: %s)",
    (canDelegate) => {
      const notice = AMP_TRUNCATION.notice({ ...cut, savedTo: "/o", canDelegate });
      expect(notice).not.toMatch(/Grep|Read\b|Task|offset|limit\b(?!\.)/);
    },
  );
});

describe("OPENCODE_TRUNCATION", () => {
  it("truncates at 2,000 lines or 50 KB", () => {
    expect(truncateText("x\n".repeat(2001), OPENCODE_TRUNCATION.limits)).toMatchObject({
      hit: "lines",
      omittedLines: 1,
    });
    expect(truncateText("x".repeat(51_201), OPENCODE_TRUNCATION.limits)).toMatchObject({
      hit: "bytes",
      omittedBytes: 1,
    });
    expect(truncateText("x".repeat(51_200), OPENCODE_TRUNCATION.limits).truncated).toBe(false);
  });

  it("states the omitted amount, its location and how to read it, in the words of the OpenCode specification", () => {
    expect(OPENCODE_TRUNCATION.notice({ ...cut, savedTo: "/path/to/tool-output/tool_123" })).toBe(
      "...500 lines truncated...\n\n" +
        "The tool call succeeded but the output was truncated. Full output saved to: /path/to/tool-output/tool_123\n" +
        "Use Grep to search the full content or Read with offset/limit to view specific sections.",
    );
  });

  it("counts bytes if the byte limit was exceeded", () => {
    expect(OPENCODE_TRUNCATION.notice({ ...cut, hit: "bytes" })).toMatch(
      /^\.\.\.12000 bytes truncated\.\.\.\n/,
    );
  });

  it("suggests a subagent if there is one", () => {
    expect(OPENCODE_TRUNCATION.notice({ ...cut, savedTo: "/x", canDelegate: true })).toContain(
      "Task subagent",
    );
    expect(OPENCODE_TRUNCATION.notice({ ...cut, canDelegate: true })).not.toContain("Task subagent");
  });

  it("does not describe a failed call as a success", () => {
    expect(OPENCODE_TRUNCATION.notice({ ...cut, succeeded: false })).not.toContain("succeeded");
  });
});
