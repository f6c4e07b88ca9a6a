import { describe, expect, it } from "vitest";
import {
  CLAUDE_CODE_COMMAND_TIMEOUTS,
  NO_COMMAND_TIMEOUT,
  OPENCODE_COMMAND_TIMEOUTS,
} from "../../../src/tools/index.js";
import { commandTimeout } from "../../../src/tools/shell/command-timeout.js";

describe("commandTimeout", () => {
  it.each([
    ["seed 000", NO_COMMAND_TIMEOUT, undefined, undefined],
    ["seed 000", NO_COMMAND_TIMEOUT, 5_000_000, 5_000_000],
    ["seed 003", CLAUDE_CODE_COMMAND_TIMEOUTS, undefined, 120_000],
    ["seed 003", CLAUDE_CODE_COMMAND_TIMEOUTS, 600_000, 600_000],
    ["seed 003", CLAUDE_CODE_COMMAND_TIMEOUTS, 1e12, 600_000],
    ["seed 004", OPENCODE_COMMAND_TIMEOUTS, undefined, 120_000],
    ["seed 004", OPENCODE_COMMAND_TIMEOUTS, 1, 1],
  ])("returns for %s (%j) and %s: %s", (_, timeouts, asked, expected) => {
    expect(commandTimeout(asked, timeouts, "timeout")).toBe(expected);
  });

  it.each([0, -1, 0.4, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "refuses %d, and names the default",
    (asked) => {
      expect(() => commandTimeout(asked, OPENCODE_COMMAND_TIMEOUTS, "timeout_ms")).toThrow(
        `timeout_ms must be a number of milliseconds of at least 1, but it is ${asked}. Leave it out for the default, 120000.`,
      );
    },
  );
});
