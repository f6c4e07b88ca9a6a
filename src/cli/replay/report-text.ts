import { counted } from "../../text/index.js";
import { onOneLine } from "../printable.js";
import type { Counts, FormatTally } from "./format-tally.js";
import type { ReplayReport, SkippedRecord } from "./replay-transcripts.js";

/** Most rows of a list in the text; `--json` has all. */
const MAX_ROWS = 10;

/** Returns the report as text for a person. */
export function reportText(report: ReplayReport): string {
  const { files, bytes, records, skippedRecords, skipped, formats, slowest } = report;
  const rows = [
    `${counted(files, "file")}, ${(bytes / 1024 / 1024).toFixed(1)} MB, ${counted(records, "record")}`,
    ...Object.entries(formats).flatMap(([format, tally]) => ["", ...formatRows(format, tally)]),
  ];
  if (slowest !== undefined) {
    rows.push(
      "",
      `Slowest call: ${slowest.tool}, ${slowest.ms.toFixed(1)} ms (${slowest.file}:${slowest.line})`,
    );
  }
  if (skippedRecords > 0)
    rows.push("", `Skipped: ${counted(skippedRecords, "record")}`, ...skipped.map(skippedRow));
  if (skippedRecords > skipped.length) rows.push(`  and ${skippedRecords - skipped.length} more`);
  // Names and reasons come from the transcript: they must not control the terminal.
  return rows.map(onOneLine).join("\n");
}

function formatRows(format: string, tally: FormatTally): readonly string[] {
  const { toolset, calls, mcpCalls, resolved, verdicts, edits } = tally;
  const asked = verdicts.get("ask");
  const rows = [
    `${format} (toolset ${toolset})`,
    `  calls      ${calls}, ${resolved} resolve and validate (${share(resolved, calls)})${mcpCalls > 0 ? `; besides ${mcpCalls} of MCP servers` : ""}`,
    ...list(tally.unresolved),
    `  questions  ${asked} (${share(asked, resolved)}); unasked ${verdicts.get("allow")}, denied ${verdicts.get("deny")}`,
    ...list(tally.questions),
  ];
  if (verdicts.get("deny") > 0) rows.push("  denials", ...list(tally.denials));
  const outcomes = edits.sorted();
  const known = outcomes.reduce((sum, [name, count]) => (name === "without its file" ? sum : sum + count), 0);
  if (outcomes.length > 0) {
    const equal = edits.get("equal");
    rows.push(`  edits      ${known} files, ${equal} get the same bytes (${share(equal, known)})`);
    rows.push(...outcomes.filter(([name]) => name !== "equal").map(([name, count]) => row(name, count)));
  }
  return rows;
}

function list(counts: Counts): readonly string[] {
  const entries = counts.sorted();
  const shown = entries.slice(0, MAX_ROWS).map(([name, count]) => row(name, count));
  const rest = entries.length - MAX_ROWS;
  return rest > 0 ? [...shown, `             and ${rest} more kinds (--json lists them)`] : shown;
}

function row(name: string, count: number): string {
  return `    ${String(count).padStart(7)}  ${name}`;
}

function share(part: number, whole: number): string {
  // Rounded down: 100 % means all.
  return whole === 0 ? "none" : `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`;
}

function skippedRow({ file, line, problem }: SkippedRecord): string {
  return `  ${file}${line === undefined ? "" : `:${line}`}: ${problem}`;
}
