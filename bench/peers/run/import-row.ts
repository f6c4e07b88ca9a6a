import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { median } from "../../measure.js";
import type { Peer } from "../adapters/index.js";
import { rounded } from "./cells.js";
import type { Cell, ReportRow } from "./report.js";

const run = promisify(execFile);
const REPOSITORY = resolve(import.meta.dirname, "../../..");
const PEERS_FOLDER = resolve(import.meta.dirname, "..");
const REPETITIONS = 5;
const EMPTY = "an empty process";
const BYTES_PER_MB = 2 ** 20;

/** Measures the import of each package in a new process: the time in the process, and the memory in addition to an empty process. */
export async function importRow(peers: readonly Peer[]): Promise<ReportRow> {
  const cells: Record<string, Cell> = {};
  const times = new Map<string, number[]>([[EMPTY, []]]);
  const memory = new Map<string, number[]>([[EMPTY, []]]);
  for (const peer of peers) {
    if (peer.package === undefined || peer.notImported !== undefined) cells[peer.id] = { kind: "none" };
    else times.set(peer.id, []);
  }
  for (let round = 0; round < REPETITIONS; round += 1) {
    for (const id of times.keys()) {
      if (cells[id] !== undefined) continue;
      const peer = peers.find((each) => each.id === id);
      try {
        const { ms, bytes } = await importOnce(peer);
        times.get(id)?.push(ms);
        memory.set(id, [...(memory.get(id) ?? []), bytes]);
      } catch (thrown) {
        cells[id] = { kind: "failed", reason: firstLine(thrown) };
      }
    }
  }
  const emptyBytes = median(memory.get(EMPTY) ?? []);
  for (const { id } of peers) {
    cells[id] ??= {
      kind: "measured",
      value: rounded(median(times.get(id) ?? [])),
      memoryMb: rounded(Math.max(0, median(memory.get(id) ?? []) - emptyBytes) / BYTES_PER_MB),
    };
  }
  return { id: "import", title: "Import the package", unit: "ms", cells };
}

async function importOnce(peer: Peer | undefined): Promise<{ readonly ms: number; readonly bytes: number }> {
  const statement = peer?.package === undefined ? "" : `await import(${JSON.stringify(peer.package)});`;
  const program = `const startedAt = performance.now(); ${statement}
    const result = { ms: performance.now() - startedAt, bytes: process.memoryUsage.rss() };
    process.stdout.write("\\n" + JSON.stringify(result), () => process.exit());`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: peer?.package === "collet" ? REPOSITORY : PEERS_FOLDER,
  });
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as {
    readonly ms: number;
    readonly bytes: number;
  };
}

function firstLine(thrown: unknown): string {
  const lines = String(thrown).split("\n");
  return (
    lines.find((line) => line.includes("Error:") && !line.startsWith("Error: Command")) ??
    lines[0] ??
    ""
  ).slice(0, 200);
}
