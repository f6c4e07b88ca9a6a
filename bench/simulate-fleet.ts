import { type CallKind, DEFAULT_FLEET, type FleetOptions } from "./fleet-model/fleet-options.js";
import { simulateFleet } from "./fleet-model/simulate-fleet.js";

// npx tsx bench/simulate-fleet.ts [seed]
const seed = Number(process.argv[2] ?? DEFAULT_FLEET.seed);

/** The changes of `DEFAULT_FLEET` in each row. */
const SCENARIOS: readonly (readonly [string, Partial<FleetOptions>])[] = [
  ["no deaths", { uptimeMs: Number.POSITIVE_INFINITY }],
  ["each worker dies twice an hour", {}],
  ["lease of 3 s", { leaseMs: 3_000 }],
  ["no stand-bys", { standBys: 0 }],
  ["commands without conflicts", { calls: DEFAULT_FLEET.calls.map(apart) }],
  ["agents spread evenly", { skew: 0 }],
  ["more skewed (Zipf 0.8)", { skew: 0.8 }],
  ["twice the agents", { agents: 2 * DEFAULT_FLEET.agents }],
];

/** Returns a kind of command that declares its resource keys and shares none with other calls. */
function apart(kind: CallKind): CallKind {
  return kind.access === "command" ? { ...kind, access: "apart" } : kind;
}

const columns =
  "calls/s  busy |    median    p95    p99    max s | hot p95    max s | retried  lost  not run  moves  deaths";
console.log(`seed ${seed}\n${"".padEnd(31)} ${columns}`);
for (const [title, change] of SCENARIOS) {
  const report = simulateFleet({ ...DEFAULT_FLEET, seed, ...change });
  const { waiting, waitingAtHot } = report;
  const seconds = (ms: number, width: number) => (ms / 1_000).toFixed(2).padStart(width);
  console.log(
    [
      title.padEnd(31),
      report.callsPerSecond.toFixed(0).padStart(7),
      `${(report.utilisation * 100).toFixed(0)} %`.padStart(5),
      "|",
      seconds(waiting.median, 9),
      seconds(waiting.p95, 6),
      seconds(waiting.p99, 6),
      seconds(waiting.max, 8),
      "|",
      seconds(waitingAtHot.p95, 7),
      seconds(waitingAtHot.max, 8),
      "|",
      String(report.retries).padStart(7),
      String(report.workerLost).padStart(5),
      String(report.notRun).padStart(8),
      String(report.moves).padStart(6),
      String(report.deaths).padStart(7),
    ].join(" "),
  );
}
