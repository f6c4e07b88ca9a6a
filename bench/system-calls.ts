import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "./bench-row.js";

/** Calls of the shorter and of the longer run; the first ones warm up, and the difference is counted. */
const SHORT_RUN = 5;
const LONG_RUN = 45;

const PROGRAM = fileURLToPath(new URL("./repeated-call.ts", import.meta.url));

/**
 * Counts the system calls on files of the most common calls. The numbers do not depend on the speed of the machine. Without `strace`
 * there are no rows.
 */
export function benchSystemCalls(): readonly BenchRow[] {
  if (spawnSync("strace", ["-V"]).status !== 0) {
    console.log("  skipped: strace is not installed");
    return [];
  }
  const rows = [
    { name: "Read of 10 KB, in a folder of depth 4", kind: "read", goal: "<= 8" },
    { name: "exact edit in 10 KB, in a folder of depth 4", kind: "edit", goal: "<= 25" },
    { name: "no-op call whose key is a path", kind: "noop", goal: "0" },
  ];
  return rows.map(({ name, kind, goal }) => {
    const value = (countOf(kind, LONG_RUN) - countOf(kind, SHORT_RUN)) / (LONG_RUN - SHORT_RUN);
    return { name, value, unit: "calls", goal };
  });
}

function countOf(kind: string, calls: number): number {
  const folder = mkdtempSync(join(tmpdir(), "collet-strace-"));
  try {
    const report = join(folder, "report.txt");
    // Calls that take a path or a descriptor, without those of the event loop and of the threads.
    const traced = "trace=%file,fsync,fstat,pread64,pwrite64,getdents64,ftruncate,close";
    const program = [process.execPath, ...process.execArgv, PROGRAM, kind, `${calls}`];
    execFileSync("strace", ["-f", "-c", "-U", "name,calls", "-e", traced, "-o", report, ...program]);
    const total = /^total\s+(\d+)|(\d+)\s+total$/m.exec(readFileSync(report, "utf8"));
    return Number(total?.[1] ?? total?.[2]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
