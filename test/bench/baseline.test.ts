import { describe, expect, it } from "vitest";
import { worseThanBaseline } from "../../bench/baseline.js";

const row = (name: string, value: number) => ({ name, value, unit: "calls", isCount: true });

describe("worseThanBaseline", () => {
  const baseline = { read: 20, noop: 0 };

  it("accepts counts up to 15 % above the baseline", () => {
    expect(worseThanBaseline([row("read", 23), row("noop", 0.25)], baseline)).toEqual([]);
  });

  it("names a count that is more than 15 % above the baseline", () => {
    expect(worseThanBaseline([row("read", 23.1), row("noop", 1)], baseline)).toEqual([
      "read: 23.10 calls, more than 15 % above the baseline of 20.",
      "noop: 1.00 calls, more than 15 % above the baseline of 0.",
    ]);
  });

  it("names a count without a baseline, and ignores times", () => {
    const time = { name: "time", value: 1, unit: "ms" };
    expect(worseThanBaseline([row("other", 1), time], baseline)).toHaveLength(1);
  });
});
