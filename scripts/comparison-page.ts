import type { Cell, PeersReport, ReportPeer, ReportRow } from "../bench/peers/run/report.js";
import { COMPARED_FEATURES } from "./comparison-features.js";

/** The column of the library itself. */
const OWN = "collet";
/** The yardstick of the ratios; it is not a product, so it is not named as one that is ahead. */
const YARDSTICK = "bare-node";
/** A peer is ahead if its figure is better by more than this share: smaller differences are noise. */
const NOISE = 0.1;

/** Returns `docs/comparison.md` for the results of `npm run bench:peers`. */
export function comparisonPage(report: PeersReport): string {
  const { peers, rows, machine } = report;
  const timed = rows.filter(({ unit, id }) => unit !== undefined && id !== "import");
  const checks = rows.filter(({ unit }) => unit === undefined);
  const imported = rows.filter(({ id }) => id === "import");
  const programs = Object.entries(machine.programs).map(([name, version]) => `${name} ${version}`);
  return `${[
    "# Comparison",
    "",
    "<!-- Written by scripts/write-comparison.ts from bench/peers/results.json. -->",
    "",
    "Run the same work through Collet and other tools, on your machine (Node 22.19 or newer, about 10 minutes):",
    "",
    "```sh",
    "npm run bench:peers",
    "```",
    "",
    "The packages are installed in `bench/peers`; they are not a part of Collet. Each peer runs in a separate process, all take turns, and the",
    "medians are compared. Every result is checked: a wrong one counts as failed. The command prints a table; with `-- --write` it replaces the",
    "figures below. `-- --help` lists its options.",
    "",
    "## Products",
    "",
    table(
      ["Product", "Package", "Version"],
      peers.map((peer) => [
        peer.title,
        peer.package === undefined ? "Node itself, without any check" : `\`${peer.package}\``,
        peer.version ?? machine.node,
      ]),
    ),
    "",
    "The tools of the AI SDK column are those that most applications begin with: `readFile`, a unique `replace`, `grep -rn`, `execFile`. deepagents uses its",
    "`LocalShellBackend`, which is its `FilesystemBackend` with commands. Gemini CLI's tools run without its corrections by a model.",
    "",
    "## Features",
    "",
    table(
      ["", ...products(peers).map(({ title }) => title)],
      COMPARED_FEATURES.map(({ feature, has }) => [
        feature,
        ...products(peers).map(({ id }) => has[id] ?? "–"),
      ]),
    ),
    "",
    "## Correctness",
    "",
    table(
      ["", ...peers.map(({ title }) => title)],
      checks.map((row) => [row.title, ...cells(row, peers, described)]),
    ),
    "",
    "The edits with mistakes come from the generator of `npm run score:edits`. Its kinds of mistakes were collected for the engine of Collet,",
    "which favours it. A refused edit costs a model another turn, a wrong one changes the file in a way that no one wanted.",
    "",
    "## Time",
    "",
    "Milliseconds, and the ratio to bare Node:",
    "",
    table(
      ["", ...peers.map(({ title }) => title)],
      [...timed, ...imported].map((row) => [row.title, ...cells(row, peers, time)]),
    ),
    "",
    "Collet writes files atomically, waits until they are on the disk, and stores an undo step; the others do not. Its reads check the real",
    "path and secrets.",
    "",
    "## Processor time",
    "",
    "Milliseconds of one repetition, with child processes and servers. They depend less on other work of the machine:",
    "",
    table(
      ["", ...peers.map(({ title }) => title)],
      timed.map((row) => [row.title, ...cells(row, peers, processor)]),
    ),
    "",
    "## Memory",
    "",
    "Growth of the process at its peak, in megabytes, with its server:",
    "",
    table(
      ["", ...peers.map(({ title }) => title)],
      [...timed, ...imported].map((row) => [row.title, ...cells(row, peers, memory)]),
    ),
    "",
    "## Where others are ahead",
    "",
    ...ahead(report).map((line) => `- ${line}`),
    "- Collet has no model client, no terminal program, and no releases with years of use. pi, the AI SDK, deepagents and Gemini CLI have.",
    "",
    "## Failed rows",
    "",
    ...failures(report).map((line) => `- ${line}`),
    "",
    "## Machine",
    "",
    `${report.date}, ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node.slice(1)}, ${programs.join(", ")}. ${report.files.toLocaleString("en")} files in the searched folder. The load`,
    `of the machine before the run was ${machine.load}, so ratios say more than milliseconds.`,
    ...(report.notes ?? []).flatMap((note) => ["", note]),
  ].join("\n")}\n`;
}

/** Returns a line for each row in which peers have a better figure than Collet. */
export function ahead({ rows, peers }: PeersReport): readonly string[] {
  return rows.flatMap((row) => {
    const own = figure(row.cells[OWN]);
    if (own === undefined) return [];
    const better = products(peers).filter(({ id }) => {
      const other = id === OWN ? undefined : figure(row.cells[id]);
      return other !== undefined && other < own - Math.abs(own) * NOISE;
    });
    if (better.length === 0) return [];
    const names = better.map(({ id, title }) => `${title} (${described(row.cells[id], row)})`);
    return [`${row.title}: ${names.join(", ")}; Collet ${described(row.cells[OWN], row)}.`];
  });
}

/** Returns a line for each failed cell. */
function failures({ rows, peers }: PeersReport): readonly string[] {
  const lines = rows.flatMap((row) =>
    peers.flatMap(({ id, title }) => {
      const cell = row.cells[id];
      return cell?.kind === "failed" ? [`${row.title}: ${title}: ${withoutPaths(cell.reason)}.`] : [];
    }),
  );
  return lines.length > 0 ? lines : ["None."];
}

function products(peers: readonly ReportPeer[]): readonly ReportPeer[] {
  return peers.filter(({ id }) => id !== YARDSTICK);
}

type Describe = (cell: Cell | undefined, row: ReportRow) => string;

function cells(row: ReportRow, peers: readonly ReportPeer[], describe: Describe): readonly string[] {
  return peers.map(({ id }) => describe(row.cells[id], row));
}

function described(cell: Cell | undefined, { unit }: ReportRow): string {
  if (cell === undefined || cell.kind === "none") return "none";
  if (cell.kind === "failed") return "failed";
  return cell.kind === "counted" ? cell.text : `${number(cell.value)} ${unit}`;
}

function time(cell: Cell | undefined, row: ReportRow): string {
  if (cell?.kind !== "measured") return described(cell, row);
  return cell.ratio === undefined ? number(cell.value) : `${number(cell.value)} (${cell.ratio}×)`;
}

function processor(cell: Cell | undefined, row: ReportRow): string {
  return cell?.kind === "measured" ? number(cell.processorMs ?? 0) : described(cell, row);
}

function memory(cell: Cell | undefined, row: ReportRow): string {
  return cell?.kind === "measured" ? number(cell.memoryMb ?? 0) : described(cell, row);
}

/** The figure of a cell, where less is better. */
function figure(cell: Cell | undefined): number | undefined {
  if (cell?.kind === "measured") return cell.value;
  return cell?.kind === "counted" ? -cell.score : undefined;
}

function number(value: number): string {
  return value >= 1_000 ? value.toLocaleString("en") : String(value);
}

/** Temporary folders of the run say nothing to a reader. */
function withoutPaths(reason: string): string {
  return reason.replaceAll(/\/\S*\//g, "").replace(/\.$/, "");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (values: readonly string[]) => `| ${values.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
