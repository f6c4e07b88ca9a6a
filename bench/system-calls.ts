import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "./bench-row.js";

const PROGRAM = fileURLToPath(new URL("./counted-calls.ts", import.meta.url));

/** Calls that take a path or a descriptor, without those of the event loop and of the threads. */
const TRACED = "trace=%file,fsync,fstat,pread64,pwrite64,getdents64,ftruncate,close";

/**
 * Options of Node: compiled code allocates less than interpreted code, and when it is compiled depends on the machine; a large young
 * generation is not collected meanwhile.
 */
const STEADY_HEAP = ["--no-opt", "--no-sparkplug", "--min-semi-space-size=256", "--max-semi-space-size=256"];

const TITLES: Readonly<Record<string, { readonly title: string; readonly goal?: string }>> = {
  read: { title: "Read of 10 KB, in a folder of depth 4", goal: "<= 10" },
  "read-batch": { title: "each of 64 such Reads in one batch" },
  "read-cold": { title: "the same as first call of a runtime" },
  edit: { title: "exact edit in 10 KB, in the same folder", goal: "<= 25" },
  noop: { title: "no-op call whose key is a path", goal: "0" },
};

interface Measured {
  readonly kind: string;
  readonly calls: number;
  readonly bytes: number;
}

/**
 * Counts the system calls on files and the allocated bytes of the most common calls. The numbers do not depend on the speed of the
 * machine. Without `strace` there are no rows.
 */
export function benchSystemCalls(): readonly BenchRow[] {
  if (spawnSync("strace", ["-V"]).status !== 0) {
    console.log("  skipped: strace is not installed");
    return [];
  }
  const { measured, counts } = trace();
  return measured.flatMap(({ kind, calls, bytes }) => {
    const { title, goal } = TITLES[kind] ?? { title: kind };
    const total = counts.get(kind) ?? 0;
    return [
      {
        name: title,
        value: total / calls,
        unit: "calls",
        isCount: true,
        ...(goal !== undefined && { goal }),
      },
      {
        name: "  allocated, interpreted",
        value: bytes / 1_024,
        unit: "KiB",
        isCount: true,
        key: `${title}, bytes`,
      },
    ];
  });
}

function trace(): { readonly measured: readonly Measured[]; readonly counts: ReadonlyMap<string, number> } {
  const folder = mkdtempSync(join(tmpdir(), "collet-strace-"));
  try {
    const report = join(folder, "report.txt");
    const program = [process.execPath, ...STEADY_HEAP, ...process.execArgv, PROGRAM];
    const output = execFileSync("strace", ["-f", "-e", TRACED, "-o", report, ...program], {
      encoding: "utf8",
    });
    const measured = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Measured);
    return { measured, counts: countBetweenMarks(readFileSync(report, "utf8")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the number of system calls after each mark, up to the next one. */
function countBetweenMarks(report: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let kind = "end";
  for (const line of report.split("\n")) {
    const mark = /"\/collet-bench\/([\w-]+)"/.exec(line)?.[1];
    if (mark !== undefined) {
      kind = mark;
      // Calls are made again where the memory was collected between them.
      if (kind !== "end") counts.set(kind, 0);
    }
    // A call that another thread interrupts has a second line.
    else if (/^\d+ +\w+\(/.test(line)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
