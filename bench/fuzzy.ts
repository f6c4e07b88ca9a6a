import { pathToFileURL } from "node:url";
import { applyEdit } from "../src/fuzzy/index.js";

/** A measured value, with a limit if there is a goal. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "x";
  readonly limit?: number;
  /** The value divided by the value of the plain work. */
  readonly ratio?: number;
}

/** Returns the milliseconds of one run: the median of several after a warm-up. */
function median(run: () => void, times: number): number {
  run();
  const taken: number[] = [];
  for (let round = 0; round < times; round++) {
    const started = performance.now();
    run();
    taken.push(performance.now() - started);
  }
  taken.sort((one, other) => one - other);
  return taken[taken.length >> 1] ?? 0;
}

/** Returns a text like source code: most lines differ a little, some lines repeat. */
export function makeSource(bytes: number): string {
  const lines: string[] = [];
  let length = 0;
  for (let number = 0; length < bytes; number++) {
    const block = [
      `export function handle${number}(request: Request, index: number): Response {`,
      `  const value${number % 97} = request.read("field-${number}", ${number % 13});`,
      "  if (value === undefined) {",
      `    throw new TypeError("missing ${number}");`,
      "  }",
      "  // Keep the order of the fields.",
      `  return respond(value${number % 97}, { status: ${200 + (number % 7)}, index });`,
      "}",
      "",
    ];
    lines.push(...block);
    length += block.reduce((sum, line) => sum + line.length + 1, 0);
  }
  return lines.join("\n");
}

/** Returns an `oldString` that the text does not contain, although it contains some of its lines. */
function makeMiss(lines: number): string {
  const made: string[] = [];
  for (let number = 0; made.length < lines; number++) {
    made.push(
      `export function absent${number}(request: Request, index: number): Response {`,
      `  const nothing${number} = request.find("absent-${number}", 3);`,
      "  if (value === undefined) {",
      `    return missing(nothing${number});`,
      "  }",
    );
  }
  return made.slice(0, lines).join("\n");
}

function missRow(name: string, content: string, lines: number, limit: number, times: number): BenchRow {
  const oldString = makeMiss(lines);
  const value = median(() => {
    const result = applyEdit({ content, oldString, newString: "changed" });
    if (result.ok) throw new Error(`${name}: the text was not found`);
  }, times);
  return { name, value, unit: "ms", limit };
}

function exactRow(name: string, content: string): BenchRow {
  const at = Math.floor(content.length / 2);
  const start = content.lastIndexOf("export function", at);
  const oldString = content.slice(start, content.indexOf("\n}", start));
  const newString = oldString.replace("Keep the order", "Do not keep the order");
  let sink = 0;
  // Short work is repeated until it is compiled, as it is in a host that has run for a while.
  const times = content.length < 100_000 ? 4_001 : 41;
  const plain = median(() => {
    const found = content.indexOf(oldString);
    sink += found + content.indexOf(oldString, found + 1);
  }, times);
  const edit = median(() => {
    const result = applyEdit({ content, oldString, newString });
    sink += result.ok ? result.content.length : 0;
  }, times);
  if (sink === 0) throw new Error("nothing was measured");
  return { name, value: edit, unit: "ms", limit: 1.5, ratio: edit / plain };
}

function nearMissRows(content: string): BenchRow[] {
  const lines = content.split("\n");
  const times: number[] = [];
  for (let number = 0; number < 400; number++) {
    const from = 9 * (number % 90);
    const block = lines.slice(from, from + 8);
    const oldString = block
      .map((line) => line.replace(/^ {2}/, "").replace("request.read", "request.raed"))
      .join("\n");
    const newString = oldString.replace("Keep the order", "Keep that order");
    const started = performance.now();
    applyEdit({ content, oldString, newString });
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  return [
    { name: "near miss in 30 KB, median", value: times[200] ?? 0, unit: "ms", limit: 1 },
    { name: "near miss in 30 KB, p99", value: times[395] ?? 0, unit: "ms", limit: 50 },
  ];
}

function adversaryRow(name: string, content: string, oldString: string): BenchRow {
  const value = median(() => {
    applyEdit({ content, oldString, newString: "changed" });
  }, 3);
  return { name, value, unit: "ms", limit: 1_000 };
}

/** Measures the matching engine against its goals. */
export function benchFuzzy(): BenchRow[] {
  const small = makeSource(30_000);
  const large = makeSource(1_000_000);
  const huge = makeSource(10_000_000);
  return [
    exactRow("exact, 30 KB (ratio: two indexOf)", small),
    exactRow("exact, 1 MB (ratio: two indexOf)", large),
    exactRow("exact, 10 MB (ratio: two indexOf)", huge),
    ...nearMissRows(makeSource(36_000)),
    missRow("miss of 3 lines in 1 MB", large, 3, 100, 9),
    missRow("miss of 20 lines in 1 MB", large, 20, 100, 9),
    missRow("miss of 3 lines in 10 MB", huge, 3, 300, 5),
    missRow("miss of 20 lines in 10 MB", huge, 20, 300, 5),
    adversaryRow(
      "a line of 1 MB",
      "const x = [1, 2, 3]; ".repeat(50_000),
      "const x = [1, 2,  4];\nconst y = 3;",
    ),
    adversaryRow("a line of 1 MB, one-line needle", "ab".repeat(500_000), "ab  ".repeat(2_000)),
    adversaryRow("a needle of 5,000 lines", large, makeMiss(5_000)),
    adversaryRow("a needle of 5,000 equal lines", "}\n".repeat(500_000), `${"}\n".repeat(4_999)}};`),
    adversaryRow(
      "a near needle of 5,000 lines",
      large,
      large.split("\n").slice(100, 5_100).join("\n").replaceAll("order", "oredr"),
    ),
    adversaryRow("a million blank lines", "\n".repeat(1_000_000), "\n\n\nfoo bar baz\n\n\n"),
    adversaryRow("a megabyte of anchors", "{\n  x\n}\n".repeat(130_000), "{\n  y\n}"),
    adversaryRow("a megabyte of one word", "word ".repeat(200_000), `${"word  ".repeat(300)}end`),
  ];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const row of benchFuzzy()) {
    const ratio = row.ratio === undefined ? "" : `  ratio ${row.ratio.toFixed(2)}`;
    const limit = row.limit === undefined ? "" : `  limit ${row.limit}`;
    console.log(`${row.name.padEnd(44)} ${row.value.toFixed(3).padStart(10)} ${row.unit}${ratio}${limit}`);
  }
}
