import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { comparisonPage } from "../../scripts/comparison-page.js";
import { PEERS, type Peer } from "./adapters/index.js";
import { ROWS, type Row } from "./rows/index.js";
import { buildWorker } from "./run/build-worker.js";
import { describeMachine } from "./run/describe-machine.js";
import { importRow } from "./run/import-row.js";
import { installRow } from "./run/install-row.js";
import { packageVersion } from "./run/package-version.js";
import type { Cell, PeersReport, ReportPeer, ReportRow } from "./run/report.js";
import { runGroup } from "./run/run-group.js";

const USAGE = `usage: npm run bench:peers -- [options]
  --peers A,B     only these peers: ${PEERS.map(({ id }) => id).join(", ")}
  --rows A,B      only these rows (or groups: read, exact-edit, missed-edit): install, import, ${ROWS.map(({ id }) => id).join(", ")}
  --files N       files of the searched tree (default 50000)
  --output FILE   write the JSON to this file; rows of the file that were not run are kept (default: print only)
  --write         write it to bench/peers/results.json, and docs/comparison.md from it (all peers)`;

const RESULTS = resolve(import.meta.dirname, "results.json");
const PAGE = resolve(import.meta.dirname, "../../docs/comparison.md");

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      peers: { type: "string" },
      rows: { type: "string" },
      files: { type: "string", default: "50000" },
      output: { type: "string" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const files = Number(values.files);
  const peers = PEERS.filter(({ id }) => isChosen(id, values.peers));
  const isPartial = values.write && peers.length < PEERS.length; // the page needs every peer
  if (values.help || isPartial || peers.length === 0 || !Number.isSafeInteger(files) || files < 100) {
    console.error(USAGE);
    return 2;
  }
  const output = values.write ? RESULTS : values.output;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "collet-peers-")));
  const fixtures = new Map<string, string>();
  const fixtureFolder = (row: Row) => {
    if (row.type !== "timed" || row.fixture === undefined) return undefined;
    const path = join(folder, row.fixture.name);
    if (!fixtures.has(path)) {
      mkdirSync(path);
      row.fixture.write(path, { files });
      fixtures.set(path, row.fixture.name);
    }
    return path;
  };
  try {
    const about = {
      date: new Date().toISOString().slice(0, "2000-01-01".length),
      machine: describeMachine(),
      files,
      peers: PEERS.map(describePeer),
    };
    const program = await buildWorker();
    const rows: ReportRow[] = [];
    const add = (row: ReportRow) => {
      rows.push(row);
      print(row);
      // Saved after every row, because a whole run takes long.
      if (output !== undefined) save({ ...about, rows }, output);
    };
    const chosen = ROWS.filter(({ id }) => isChosen(id, values.rows));
    for (const group of new Set(chosen.map((row) => row.group))) {
      const members = chosen.filter((row) => row.group === group);
      for await (const row of runGroup(members, { peers, program, folder, fixtureFolder })) add(row);
    }
    if (isChosen("import", values.rows)) add(await importRow(peers));
    if (isChosen("install", values.rows)) add(await installRow(peers, console.log));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

function describePeer({ id, title, package: name }: Peer): ReportPeer {
  const version = name && packageVersion(name);
  return { id, title, ...(name && { package: name }), ...(version && { version }) };
}

function isChosen(name: string, list: string | undefined): boolean {
  return list === undefined || list.split(",").some((part) => name === part || name.startsWith(`${part}-`));
}

/** Writes a report with the rows of the earlier report of the file that this run does not have, and the page from it. */
function save(report: PeersReport, output: string): void {
  const earlier = existsSync(output) ? (JSON.parse(readFileSync(output, "utf8")) as PeersReport).rows : [];
  const order = [...ROWS.map(({ id }) => id), "import", "install"];
  const kept = earlier.filter(({ id }) => order.includes(id) && !report.rows.some((row) => row.id === id));
  const rows = [...report.rows, ...kept].sort(
    (one, other) => order.indexOf(one.id) - order.indexOf(other.id),
  );
  const merged = { ...report, rows };
  writeFileSync(output, `${JSON.stringify(merged, null, 2)}\n`);
  if (output === RESULTS) writeFileSync(PAGE, comparisonPage(merged));
}

function print({ title, unit, cells }: ReportRow): void {
  console.log(`\n${title}`);
  for (const [id, cell] of Object.entries(cells))
    console.log(`  ${id.padEnd(16)} ${describe(cell, unit ?? "")}`);
}

function describe(cell: Cell, unit: string): string {
  if (cell.kind === "none") return "none";
  if (cell.kind === "failed") return `failed: ${cell.reason}`;
  if (cell.kind === "counted") return cell.text;
  const ratio = cell.ratio === undefined ? "" : `${cell.ratio.toFixed(2)}x of bare Node`;
  const memory = cell.memoryMb === undefined ? "" : `+${cell.memoryMb} MB`;
  const processor = cell.processorMs === undefined ? "" : `${cell.processorMs} ms of processor time`;
  return `${String(cell.value).padStart(10)} ${unit}  ${ratio.padEnd(24)} ${processor.padEnd(32)} ${memory}`;
}

process.exitCode = await main(process.argv.slice(2));
