import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PeersReport } from "../../bench/peers/run/report.js";
import { COMPARED_FEATURES } from "../../scripts/comparison-features.js";
import { ahead, comparisonPage } from "../../scripts/comparison-page.js";
import { ROOT } from "./documents.js";

const report = JSON.parse(readFileSync(join(ROOT, "bench/peers/results.json"), "utf8")) as PeersReport;
const page = readFileSync(join(ROOT, "docs/comparison.md"), "utf8");

/** Rows that the comparison must have; the start of an id stands for a group. */
const REQUIRED_ROWS = [
  ["generated-edits", 1],
  ["parallel-edits", 1],
  ["line-endings", 1],
  ["left-processes", 1],
  ["read-", 3],
  ["exact-edit-", 3],
  ["missed-edit-", 3],
  ["grep", 1],
  ["glob", 1],
  ["large-output", 1],
  ["many-calls", 1],
  ["import", 1],
  ["install", 1],
] as const;

describe("docs/comparison.md", () => {
  it("agrees with bench/peers/results.json (npx tsx scripts/write-comparison.ts writes the page)", () => {
    expect(page).toBe(comparisonPage(report));
  });

  it("differs if a figure of the results changes (control)", () => {
    const changed = JSON.parse(
      JSON.stringify(report).replace(/"value":[\d.]+/, '"value":123456'),
    ) as PeersReport;
    expect(comparisonPage(changed)).not.toBe(page);
  });

  it.each(REQUIRED_ROWS)("contains the rows %s", (start, count) => {
    expect(report.rows.filter(({ id }) => id.startsWith(start))).toHaveLength(count);
  });

  it("contains a cell of every row for every product", () => {
    const ids = report.peers.map(({ id }) => id);
    for (const row of report.rows) expect(Object.keys(row.cells).sort(), row.id).toEqual([...ids].sort());
  });

  it("states every feature of every product", () => {
    const ids = report.peers.map(({ id }) => id).filter((id) => id !== "bare-node");
    for (const { feature, has } of COMPARED_FEATURES)
      expect(Object.keys(has).sort(), feature).toEqual([...ids].sort());
  });

  it("compares the versions that bench/peers installs", () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, "bench/peers/package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const compared = report.peers.flatMap(({ package: name, version }) =>
      name === undefined || name === "collet" ? [] : [[name, version]],
    );
    expect(compared).toHaveLength(5);
    for (const [name, version] of compared) expect(dependencies[name ?? ""], name).toBe(version);
  });
});

describe("ahead", () => {
  const row = (own: number, other: number): PeersReport => ({
    ...report,
    rows: [
      {
        id: "grep",
        title: "Search",
        unit: "ms",
        cells: { collet: { kind: "measured", value: own }, pi: { kind: "measured", value: other } },
      },
    ],
  });

  it("names a peer that is faster, with both figures", () => {
    expect(ahead(row(20, 10))).toEqual(["Search: pi (10 ms); Collet 20 ms."]);
  });

  it("leaves out a peer that is slower or faster by noise", () => {
    expect(ahead(row(20, 30))).toEqual([]);
    expect(ahead(row(20, 19))).toEqual([]);
  });

  it("names a peer that counts better", () => {
    const counted: PeersReport = {
      ...report,
      rows: [
        {
          id: "left",
          title: "Left",
          cells: {
            collet: { kind: "counted", text: "1", score: -1 },
            pi: { kind: "counted", text: "0", score: 0 },
          },
        },
      ],
    };
    expect(ahead(counted)).toEqual(["Left: pi (0); Collet 1."]);
  });
});
