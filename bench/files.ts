import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { open, readdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime } from "collet";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

/**
 * Measures reading, editing and listing, compared with the same work in `node:fs/promises` in the same run. The comparison is
 * asynchronous because both must keep the event loop free.
 */
export async function benchFiles(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "collet-bench-"));
  try {
    await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
    return [
      ...(await smallReadRows(folder, runtime)),
      ...(await readRows(folder, runtime)),
      ...(await editRows(folder, runtime)),
      await unsyncedEditRow(folder),
      ...(await listRows(folder, runtime)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Runtime = ReturnType<typeof createToolRuntime>;

const LINE = "export const value = 12345; // a line of about sixty-four bytes\n";

/** Number of reads of one batch: what a model sends at most when it explores a project. */
const READS_IN_BATCH = 64;

async function smallReadRows(folder: string, runtime: Runtime): Promise<BenchRow[]> {
  const paths = Array.from({ length: READS_IN_BATCH }, (_, index) => join(folder, `small-${index}.ts`));
  for (const path of paths) writeFileSync(path, LINE.repeat(160));
  const [path = ""] = paths;
  const calls = paths.map((each, index) => ({ id: `${index}`, name: "Read", input: { path: each } }));
  const one = await interleaved(
    () => readFile(path, "utf8"),
    () => runtime.invoke("Read", { path }),
    301,
  );
  const many = await interleaved(
    () => Promise.all(paths.map((each) => readFile(each, "utf8"))),
    () => runtime.executeBatch(calls),
    101,
  );
  for (const each of paths) rmSync(each);
  return [
    { name: "Read of 10 KB", ...one, goal: "<= 1.5x of readFile" },
    { name: `${READS_IN_BATCH} Reads of 10 KB in one batch`, ...many, goal: "<= 2x of as many readFile" },
  ];
}

async function readRows(folder: string, runtime: Runtime): Promise<BenchRow[]> {
  const path = join(folder, "large.ts");
  const block = LINE.repeat(16_384);
  const file = openSync(path, "w");
  for (let written = 0; written < 100 * 2 ** 20; written += block.length) writeSync(file, block);
  closeSync(file);
  const rows: BenchRow[] = [];
  const ranges = [
    { title: "lines 1,000-1,100 of 100 MB", range: [1_000, 1_100], goal: "<= 3x, +5 MB" },
    { title: "lines 1,500,000-1,500,100 of 100 MB", range: [1_500_000, 1_500_100], goal: "<= 1.3x" },
  ] as const;
  for (const { title, range, goal } of ranges) {
    const pair = await interleaved(
      () => bareRead(path, range[0], range[1]),
      () => runtime.invoke("Read", { path, read_range: [...range] }),
      range[0] > 10_000 ? 9 : 101,
    );
    rows.push({ name: title, ...pair, goal });
  }
  const before = process.memoryUsage().rss;
  let peak = before;
  for (let run = 0; run < 20; run += 1) {
    await runtime.invoke("Read", { path, read_range: [1_000, 1_100] });
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  rows.push({
    name: "  resident memory it adds",
    value: (peak - before) / 2 ** 20,
    unit: "MB",
    goal: "<= 5 MB",
  });
  rmSync(path);
  return rows;
}

/** Reads 64 KiB at a time and stops at the last requested line. */
async function bareRead(path: string, firstLine: number, lastLine: number): Promise<string> {
  const file = await open(path, "r");
  const buffer = Buffer.alloc(65_536);
  let line = 1;
  let text = "";
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return text;
      let from = line >= firstLine ? 0 : -1;
      for (let at = buffer.indexOf(10); at !== -1 && at < bytesRead; at = buffer.indexOf(10, at + 1)) {
        line += 1;
        if (line === firstLine) from = at + 1;
        if (line > lastLine) return text + buffer.toString("utf8", Math.max(from, 0), at);
      }
      if (from >= 0) text += buffer.toString("utf8", from, bytesRead);
    }
  } finally {
    await file.close();
  }
}

type Durability = "synced" | "unsynced";

async function editRows(folder: string, runtime: Runtime): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { title, bytes, runs } of [
    { title: "10 KB", bytes: 10_240, runs: 101 },
    { title: "1 MB", bytes: 2 ** 20, runs: 31 },
    { title: "10 MB", bytes: 10 * 2 ** 20, runs: 9 },
  ]) {
    const pair = await editPair(folder, runtime, { bytes, runs, durability: "synced" });
    rows.push({ name: `exact edit in ${title}, diff included`, ...pair, goal: "<= 2x" });
  }
  return rows;
}

/** Compares an edit of a runtime that syncs nothing with the same steps without a sync. */
async function unsyncedEditRow(folder: string): Promise<BenchRow> {
  await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all", durability: "rename" });
  const pair = await editPair(folder, runtime, { bytes: 10_240, runs: 101, durability: "unsynced" });
  return { name: 'exact edit in 10 KB, durability "rename"', ...pair };
}

/** Changes a word in the middle of a file back and forth, with a runtime and with bare steps. */
async function editPair(
  folder: string,
  runtime: Runtime,
  {
    bytes,
    runs,
    durability,
  }: { readonly bytes: number; readonly runs: number; readonly durability: Durability },
) {
  const text = LINE.repeat(Math.ceil(bytes / LINE.length / 2));
  const content = `${text}const marker = "A";\n${text}`;
  const ours = join(folder, "ours.ts");
  const bare = join(folder, "bare.ts");
  writeFileSync(ours, content);
  writeFileSync(bare, content);
  let [next, bareNext] = ["B", "B"];
  const flip = (letter: string) => (letter === "B" ? "A" : "B");
  return interleaved(
    async () => {
      await bareEdit(bare, `marker = "${flip(bareNext)}"`, `marker = "${bareNext}"`, durability);
      bareNext = flip(bareNext);
    },
    async () => {
      const edit = { old_str: `marker = "${flip(next)}"`, new_str: `marker = "${next}"` };
      await runtime.invoke("edit_file", { path: ours, ...edit });
      next = flip(next);
    },
    runs,
  );
}

/** Edits a file with read, indexOf, write, fsync, rename and fsync of the folder. */
async function bareEdit(
  path: string,
  oldText: string,
  newText: string,
  durability: Durability,
): Promise<void> {
  const text = await readFile(path, "utf8");
  const at = text.indexOf(oldText);
  const temporary = `${path}.tmp`;
  const file = await open(temporary, "wx");
  await file.writeFile(text.slice(0, at) + newText + text.slice(at + oldText.length));
  if (durability === "synced") await file.sync();
  await file.close();
  await rename(temporary, path);
  if (durability === "unsynced") return;
  const directory = await open(join(path, ".."), "r");
  await directory.sync();
  await directory.close();
}

async function listRows(folder: string, runtime: Runtime): Promise<BenchRow[]> {
  const path = join(folder, "many");
  mkdirSync(path);
  for (let index = 0; index < 10_000; index += 1) writeFileSync(join(path, `file-${index}.txt`), "");
  const pair = await interleaved(
    () => readdir(path, { withFileTypes: true }),
    () => runtime.invoke("Read", { path }),
    31,
  );
  return [{ name: "10,000 entries listed", ...pair, goal: "<= 2x of readdir with types" }];
}

/** Measures both alternately, so that a slow moment of the machine affects both. */
async function interleaved(
  bare: () => unknown,
  ours: () => unknown,
  runs: number,
): Promise<Pick<BenchRow, "value" | "unit" | "limit" | "ratio">> {
  const times = { bare: [] as number[], ours: [] as number[] };
  // Work of less than a millisecond is measured after it is compiled, which takes some hundred runs.
  for (let run = runs > 100 ? -3 * runs : -3; run < runs; run += 1) {
    for (const [name, work] of [
      ["bare", bare],
      ["ours", ours],
    ] as const) {
      const startedAt = performance.now();
      await work();
      if (run >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  const limit = median(times.bare);
  const value = median(times.ours);
  return { value, unit: "ms", limit, ratio: value / limit };
}
