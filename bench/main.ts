import { worseThanBaseline, writeBaseline } from "./baseline.js";
import { benchBatching } from "./batching.js";
import type { BenchRow } from "./bench-row.js";
import { benchCodeMode } from "./code-mode.js";
import { benchFiles } from "./files.js";
import { benchFleet } from "./fleet.js";
import { benchFuzzy } from "./fuzzy.js";
import { benchImport } from "./import.js";
import { benchInstall } from "./install.js";
import { benchOtel } from "./otel.js";
import { benchPermissions } from "./permissions.js";
import { benchPipeline } from "./pipeline.js";
import { benchRedis } from "./redis.js";
import { benchRemote } from "./remote.js";
import { benchSearch } from "./search.js";
import { benchShell } from "./shell.js";
import { benchSystemCalls } from "./system-calls.js";
import { benchTruncation } from "./truncation.js";

const suites: Record<string, () => readonly BenchRow[] | Promise<readonly BenchRow[]>> = {
  import: benchImport,
  install: benchInstall,
  pipeline: benchPipeline,
  otel: benchOtel,
  permissions: benchPermissions,
  redis: benchRedis,
  files: benchFiles,
  "system-calls": benchSystemCalls,
  fuzzy: benchFuzzy,
  batching: benchBatching,
  search: benchSearch,
  "code-mode": benchCodeMode,
  truncation: benchTruncation,
  shell: benchShell,
  fleet: benchFleet,
  remote: benchRemote,
};

// `npm run bench -- pipeline` runs one suite; `--check` compares the counts of the suites in COUNTED_SUITES with the baseline, and
// `--write-baseline` writes it.
const COUNTED_SUITES = ["system-calls"];
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const isChecked = flags.includes("--check");
const isWritten = flags.includes("--write-baseline");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const wanted = isChecked || isWritten ? COUNTED_SUITES : named;
const rows: BenchRow[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  for (const row of await suite()) {
    rows.push(row);
    console.log(formatRow(row));
  }
}
if (isWritten) writeBaseline(rows);
if (isChecked) {
  const worse = worseThanBaseline(rows);
  for (const line of worse) console.error(line);
  if (worse.length > 0) process.exitCode = 1;
}

function formatRow({ name, value, unit, limit, ratio, goal }: BenchRow): string {
  const against =
    limit === undefined || ratio === undefined ? "" : `  ${ratio.toFixed(2)}x of ${limit.toFixed(2)} ${unit}`;
  return `  ${name.padEnd(52)} ${value.toFixed(2).padStart(10)} ${unit.padEnd(4)}${against.padEnd(24)} ${goal ?? ""}`;
}
