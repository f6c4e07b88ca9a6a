import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CALL_MISTAKES, scoreMistakes, TEXT_MISTAKES, totalsOf } from "./mistakes/score.js";
import { readSourceFiles } from "./mistakes/source-files.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SEED = 20_011;
const CASES_PER_KIND = 25;
const CASES_PER_CALL_KIND = 6;

const files = readSourceFiles(
  [
    `${root}test/fuzzy/samples`,
    `${root}node_modules/typescript`,
    `${root}node_modules/zod`,
    `${root}node_modules/openai`,
    `${root}node_modules/vitest`,
  ],
  8,
  SEED,
);
const scores = scoreMistakes({
  files,
  perKind: CASES_PER_KIND,
  seed: SEED,
  kinds: Object.keys(TEXT_MISTAKES),
});
const totals = totalsOf(scores);

const calls = scoreMistakes({
  files,
  perKind: CASES_PER_CALL_KIND,
  seed: SEED,
  kinds: Object.keys(CALL_MISTAKES),
});
const callTotals = totalsOf(calls);

/** Returns the failures in a short form for a failed run. */
function failures(of = scores): string[] {
  return of.flatMap((score) =>
    score.failures.map(
      (failure) =>
        `${score.kind} by ${failure.matcher} in ${failure.path.slice(root.length)}: ${failure.case.old.slice(0, 80)}`,
    ),
  );
}

describe("mistakes of models in real files", () => {
  it("include every kind", () => {
    expect(scores.map((score) => score.kind).sort()).toEqual(Object.keys(TEXT_MISTAKES).sort());
  });
  it("allow a correction in at least 97 of 100 recoverable cases", () => {
    expect(totals.recovered / totals.recoverable, failures().join("\n")).toBeGreaterThanOrEqual(0.97);
  });
  it("lead to a refusal in every case that requires it", () => {
    expect(totals.refused, failures().join("\n")).toBe(totals.mustRefuse);
  });
  it("change a file wrongly in at most 1 of 1,000 cases", () => {
    expect(totals.wrong, failures().join("\n")).toBeLessThanOrEqual(totals.cases / 1_000);
  });
});

describe("mistakes of models in calls and languages", () => {
  it("include every kind", () => {
    expect(calls.map((score) => score.kind).sort()).toEqual(Object.keys(CALL_MISTAKES).sort());
  });
  it("allow a correction in at least 98 of 100 recoverable cases", () => {
    expect(callTotals.recovered / callTotals.recoverable, failures(calls).join("\n")).toBeGreaterThanOrEqual(
      0.98,
    );
  });
  it("never change a file wrongly", () => {
    expect(callTotals.wrong, failures(calls).join("\n")).toBe(0);
    expect(callTotals.refused).toBe(callTotals.mustRefuse);
  });
});
