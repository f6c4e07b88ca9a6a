import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Peer } from "../adapters/index.js";
import type { Row } from "../rows/index.js";
import { alternate } from "./alternate.js";
import { cellOf, withRatios } from "./cells.js";
import type { Cell, ReportRow } from "./report.js";
import { WorkerProcess } from "./worker-process.js";

/** Options of {@link runGroup}. */
export interface RunGroupOptions {
  readonly peers: readonly Peer[];
  /** The built worker, see `buildWorker`. */
  readonly program: string;
  /** The folder for all files of the run. */
  readonly folder: string;
  /** Returns the folder of a fixture, or `undefined` for a row without one. */
  readonly fixtureFolder: (row: Row) => string | undefined;
}

/** Runs rows for all peers, each peer in a separate process, and yields the rows as they are done. */
export async function* runGroup(rows: readonly Row[], options: RunGroupOptions): AsyncGenerator<ReportRow> {
  const processes = new Map<string, WorkerProcess>();
  try {
    for (const row of rows) yield await runRow(row, processes, options);
  } finally {
    for (const worker of processes.values()) worker.end();
  }
}

async function runRow(
  row: Row,
  processes: Map<string, WorkerProcess>,
  { peers, program, folder, fixtureFolder }: RunGroupOptions,
): Promise<ReportRow> {
  const fixture = fixtureFolder(row);
  const cells: Record<string, Cell> = {};
  const ready = new Map<string, WorkerProcess>();
  for (const { id } of peers) {
    let worker = processes.get(id);
    if (worker?.isAlive !== true) {
      const home = join(folder, `home-${id}`);
      mkdirSync(home, { recursive: true });
      worker = new WorkerProcess(id, { program, home });
      processes.set(id, worker);
    }
    const own = join(folder, `${row.id}-${id}`);
    mkdirSync(own);
    const answer = await worker.request({ type: "open", row: row.id, folder: fixture ?? own });
    if (answer.type === "ready") ready.set(id, worker);
    else cells[id] = cellOf(answer);
  }
  if (row.type === "timed") Object.assign(cells, await alternate(ready, row.repetitions));
  else for (const [id, worker] of ready) cells[id] = cellOf(await worker.request({ type: "count" }));
  for (const worker of ready.values()) if (worker.isAlive) await worker.request({ type: "close" });
  for (const { id } of peers) rmSync(join(folder, `${row.id}-${id}`), { recursive: true, force: true });
  const ordered = Object.fromEntries(peers.map(({ id }) => [id, cells[id] ?? ({ kind: "none" } as const)]));
  const { id, title } = row;
  return row.type === "timed"
    ? { id, title, unit: "ms", cells: withRatios(ordered) }
    : { id, title, cells: ordered };
}
