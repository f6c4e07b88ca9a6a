import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { createToolRuntime } from "collet";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

/** Measures searches of generated trees, compared with bare ripgrep in the same run. */
export async function benchSearch(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const files of [1_000, 50_000]) {
    const folder = mkdtempSync(join(tmpdir(), "collet-bench-"));
    try {
      makeTree(folder, files);
      rows.push(...(await rowsFor(folder, files)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

const MATCH_LIMIT = 100;
const FILES_PER_FOLDER = 50;

/** Writes files of 40 lines in folders of 50 files. Every file contains the common word, one file the rare word. */
function makeTree(folder: string, files: number): void {
  for (let index = 0; index < files; index += 1) {
    const branch = Math.floor(index / FILES_PER_FOLDER);
    const parent = join(folder, `package-${branch % 20}`, "src", `feature-${branch}`);
    if (index % FILES_PER_FOLDER === 0) mkdirSync(parent, { recursive: true });
    const lines = Array.from({ length: 40 }, (_, line) =>
      line % 5 === 0
        ? `export function handle${index}x${line}() {`
        : `  const value${line} = compute(${index}, ${line});`,
    );
    if (index === Math.floor(files / 2)) lines.push("// a rare needle in the haystack");
    writeFileSync(join(parent, `module-${index}.${index % 3 === 0 ? "js" : "ts"}`), lines.join("\n"));
  }
}

async function rowsFor(folder: string, files: number): Promise<BenchRow[]> {
  await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
  const title = `${files.toLocaleString("en")} files`;
  // A search has constant costs of some milliseconds (docs/performance.md), which small trees cannot hide.
  const isLarge = files > 10_000;
  const runs = isLarge ? 7 : 25;
  const json = ["--no-config", "--json", "--ignore-case"];
  const cases = [
    {
      name: `grep a common word, limit ${MATCH_LIMIT}, ${title}`,
      bare: () => bareSearch([...json, "--max-count=10", "-e", "function", "./"], folder, MATCH_LIMIT),
      ours: () => runtime.invoke("Grep", { pattern: "function" }),
      goal: "<= 2x",
    },
    {
      name: `grep a rare word, ${title}`,
      bare: () => bareSearch([...json, "-e", "rare needle", "./"], folder, Number.POSITIVE_INFINITY),
      ours: () => runtime.invoke("Grep", { pattern: "rare needle" }),
      goal: isLarge ? "<= 1.2x" : "<= 1.5x",
    },
    {
      name: `glob **/*.ts, ${title}`,
      bare: () => bareSearch(["--no-config", "--files", "./"], folder, Number.POSITIVE_INFINITY),
      ours: () => runtime.invoke("glob", { filePattern: "**/*.ts" }),
      goal: isLarge ? "<= 1.3x" : "<= 1.5x",
    },
  ];
  const rows: BenchRow[] = [];
  for (const { name, bare, ours, goal } of cases)
    rows.push({ name, ...(await interleaved(bare, ours, runs)), goal });
  return rows;
}

/** Runs ripgrep and kills it after a number of matches. The output is scanned only to count them. */
function bareSearch(parameters: readonly string[], folder: string, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, parameters, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    let matches = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      if (limit === Number.POSITIVE_INFINITY || matches >= limit) return;
      for (let at = chunk.indexOf('"type":"match"'); at >= 0; at = chunk.indexOf('"type":"match"', at + 1))
        matches += 1;
      if (matches >= limit) child.kill("SIGKILL");
    });
    child.once("error", reject);
    child.once("close", () => resolve(matches));
  });
}

async function interleaved(bare: () => Promise<unknown>, ours: () => Promise<unknown>, runs: number) {
  const bareTimes: number[] = [];
  const times: number[] = [];
  for (let run = 0; run < runs + 2; run += 1) {
    const startedAt = performance.now();
    await bare();
    const betweenAt = performance.now();
    await ours();
    const endedAt = performance.now();
    // The first two rounds warm up.
    if (run < 2) continue;
    bareTimes.push(betweenAt - startedAt);
    times.push(endedAt - betweenAt);
  }
  const value = median(times);
  const limit = median(bareTimes);
  return { value, limit, unit: "ms", ratio: value / limit };
}
