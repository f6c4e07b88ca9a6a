import { describe, expect, it } from "vitest";
import { compareWays } from "../../examples/code-mode/compare-ways.js";

describe("examples/code-mode", () => {
  it("replaces 40 calls by one program with less than a tenth of the tokens", async () => {
    const { direct, program, calls, answer } = await compareWays();
    expect(calls).toBe(40);
    expect(program).toBeLessThan(direct / 10);
    expect(answer).toMatch(/^40 services, 4 without timeoutMs:\n/);
    expect(answer).toContain("service-04.json");
  });
});
