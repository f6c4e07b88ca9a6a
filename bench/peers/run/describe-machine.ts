import { execFileSync } from "node:child_process";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { rgPath } from "@vscode/ripgrep";
import type { ReportMachine } from "./report.js";

/** Programs of the system that peers use for searches. */
const PROGRAMS = ["rg", "fd", "fdfind", "grep"] as const;

/** Returns the machine and the programs of this run. */
export function describeMachine(): ReportMachine {
  const programs: Record<string, string> = {};
  for (const name of ["bundled rg", ...PROGRAMS]) {
    const version = versionOf(name === "bundled rg" ? rgPath : name);
    if (version !== undefined) programs[name] = version;
  }
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    programs,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

function versionOf(program: string): string | undefined {
  try {
    const line = execFileSync(program, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return line.split("\n", 1)[0]?.match(/\d+(?:\.\d+)+/)?.[0];
  } catch {
    return undefined; // it is not installed
  }
}
