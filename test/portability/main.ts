import { createBench, type Machine } from "./behaviour.js";
import { BEHAVIOURS } from "./behaviours.js";

/** Milliseconds of one behaviour. */
const LIMIT_MS = 30_000;

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

let failed = 0;
for (const behaviour of BEHAVIOURS) {
  if (only.length > 0 && !only.includes(behaviour.name)) continue;
  const startedAt = performance.now();
  const say = (shown: Pick<Shown, "outcome" | "reason">) => {
    const ms = Math.round(performance.now() - startedAt);
    console.log(JSON.stringify({ behaviour: behaviour.name, ...shown, ms }));
  };
  if (!(behaviour.platforms ?? [process.platform]).includes(process.platform)) {
    say({ outcome: "omitted" });
    continue;
  }
  const { bench, dispose } = await createBench(programs, machine);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no result after ${LIMIT_MS} ms`)), LIMIT_MS);
    });
    await Promise.race([behaviour.show(bench), limit]);
    say({ outcome: "passed" });
  } catch (error) {
    failed += 1;
    say({ outcome: "failed", reason: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(timer);
    await dispose().catch((error: unknown) => console.error(error));
  }
}
// The runtimes are disposed; what still runs is a leak and would hang the process.
const leak = setTimeout(() => {
  console.log(JSON.stringify({ behaviour: "the process ends by itself", outcome: "failed", ms: 0 }));
  process.exit(1);
}, 10_000);
leak.unref();
process.exitCode = failed === 0 ? 0 : 1;
