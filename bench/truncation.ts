import { createOutputAccumulator, truncateText } from "collet/truncation";
import type { BenchRow } from "./bench-row.js";
import { median, medianMs } from "./measure.js";

const MEGABYTE = 2 ** 20;
const TEXT_MEGABYTES = 50;
const STREAM_MEGABYTES = 1024;

/** Measures truncation of a large text and of an endless stream. */
export async function benchTruncation(): Promise<readonly BenchRow[]> {
  const line = "a line of output that is about sixty-four bytes long, more or less\n";
  const text = Buffer.from(line.repeat((TEXT_MEGABYTES * MEGABYTE) / line.length)).toString("latin1");
  const rows: BenchRow[] = [];
  for (const keep of ["head", "tail", "middle"] as const) {
    const limits = { maxBytes: 51_200, maxLines: 2_000, keep };
    const skipped = await medianMs(() => truncateText(text, limits, { totals: "skip" }), { runs: 51 });
    rows.push({ name: `truncate 50 MB, ${keep}, no totals`, value: skipped, unit: "ms", goal: "<= 1 ms" });
  }
  const counted = await medianMs(() => truncateText(text, { maxBytes: 51_200 }), { runs: 9 });
  rows.push({ name: "truncate 50 MB, with totals", value: counted, unit: "ms", goal: "<= 80 ms" });

  const chunks = [
    { title: "text", chunk: Buffer.from(line.repeat(1_000)).subarray(0, 65_536) },
    {
      title: "text with every tenth line not ASCII",
      chunk: Buffer.from(`${line.repeat(9)}élan, 漢字 and 🙂\n`.repeat(100)).subarray(0, 65_530),
    },
  ];
  for (const { title, chunk } of chunks) rows.push(...accumulatorRows(title, chunk));
  return rows;
}

function accumulatorRows(title: string, chunk: Uint8Array): BenchRow[] {
  const rates: number[] = [];
  let grown = 0;
  for (let run = 0; run < 3; run += 1) {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const output = createOutputAccumulator({ maxBytes: 51_200, keep: "tail" });
    const startedAt = process.cpuUsage();
    for (let sent = 0; sent < STREAM_MEGABYTES * MEGABYTE; sent += chunk.length) output.write(chunk);
    output.finish();
    const used = process.cpuUsage(startedAt);
    rates.push(STREAM_MEGABYTES / 1024 / ((used.user + used.system) / 1_000_000));
    grown = Math.max(grown, process.memoryUsage().rss - before);
  }
  return [
    { name: `accumulate 1 GB, ${title}`, value: median(rates), unit: "GB/s", goal: ">= 1 GB/s" },
    { name: "  resident memory it adds", value: grown / MEGABYTE, unit: "MB", goal: "constant" },
  ];
}
