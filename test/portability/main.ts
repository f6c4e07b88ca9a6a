import { createBench, type Machine } from "./behaviour.js";
import { BEHAVIOURS } from "./behaviours.js";

/** Milliseconds of one behaviour. */
const LIMIT_MS = 30_000;

/** The reason where the machine names another shell. */
const NO_USUAL_SHELL = "Wine has neither Git Bash nor a PowerShell that runs commands.";

/** The result of one behaviour, as one line of JSON on the standard output. */
export interface Shown {
  readonly behaviour: string;
  readonly outcome: "passed" | "failed" | "omitted";
  readonly reason?: string;
  readonly ms: number;
}

// Usage: main.mjs FOLDER_WITH_PROGRAMS '{"program":"node","parameters":[]}' [NAME...]
const [programs = ".", machineText = "{}", ...only] = process.argv.slice(2);
const machine = JSON.parse(machineText) as Machine;

const limitMs = LIMIT_MS * (machine.slowness ?? 1);

let failed = 0;
for (const behaviour of BEHAVIOURS) {
  if (only.length > 0 && !only.includes(behaviour.name)) continue;
  const startedAt = performance.now();
  const say = (shown: Pick<Shown, "outcome" | "reason">) => {
    const ms = Math.round(performance.now() - startedAt);
    console.log(JSON.stringify({ behaviour: behaviour.name, ...shown, ms }));
  };
  const lacksShell = behaviour.usesUsualShell === true && machine.shell !== undefined;
  const reason = behaviour.notOn?.[process.platform] ?? (lacksShell ? NO_USUAL_SHELL : undefined);
  if (reason !== undefined) {
    say({ outcome: "omitted", reason });
    continue;
  }
  const { bench, dispose } = await createBench(programs, machine);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no result after ${limitMs} ms`)), limitMs);
    });
    await Promise.race([behaviour.show(bench), limit]);
    say({ outcome: "passed" });
  } catch (error) {
    failed += 1;
    say({ outcome: "failed", reason: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(timer);
    await dispose().catch((error: unknown) => console.error(`${behaviour.name}: ${error}`));
  }
}
// The runtimes are disposed; what still runs is a leak and would hang the process.
const leak = setTimeout(
  () => {
    console.log(JSON.stringify({ behaviour: "the process ends by itself", outcome: "failed", ms: 0 }));
    process.exit(1);
  },
  10_000 * (machine.slowness ?? 1),
);
leak.unref();
process.exitCode = failed === 0 ? 0 : 1;
