import { describe, expect, it } from "vitest";
import { compatibilityTable } from "../../../scripts/machines/compatibility-table.js";

const limit = { machine: "Deno", behaviour: "b", reason: "Deno cannot." };
const shown = (outcome: "passed" | "failed" | "omitted") => [{ behaviour: "b", outcome, ms: 1 }];

describe("compatibilityTable", () => {
  it("accepts a documented limit and explains it below the table", () => {
    const { text, failures } = compatibilityTable(
      [{ name: "Deno (2.9.6)", shown: shown("failed") }],
      [limit],
    );
    expect(text).toContain("| b | limit 1 |");
    expect(text).toContain("1. Deno cannot.");
    expect(failures).toEqual([]);
  });

  it("fails for a behaviour that fails, is missing, or works in spite of its limit", () => {
    const tested = [
      { name: "Node 20", shown: shown("failed") },
      { name: "Bun", shown: [] },
      { name: "Deno", shown: shown("passed") },
    ];
    expect(compatibilityTable(tested, [limit]).failures).toHaveLength(3);
  });
});
