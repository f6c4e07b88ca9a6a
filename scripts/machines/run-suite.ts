import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Machine } from "../../test/portability/behaviour.js";
import type { Shown } from "../../test/portability/main.js";
import type { MachineHost } from "./find-machines.js";

/** Milliseconds after which a runtime that does not finish the suite is ended. */
const LIMIT_MS = 180_000;

/** What runs the suite. */
export interface SuiteRun {
  readonly machine: Machine;
  readonly host?: MachineHost | undefined;
  /** The folder with the programs of the suite. */
  readonly folder: string;
  /** Names of behaviours. Default: all. */
  readonly only: readonly string[];
}

/** Runs the suite on one runtime, and returns the result of each behaviour. Prints what is no result. */
export async function runSuite({ machine, host, folder, only }: SuiteRun): Promise<readonly Shown[]> {
  const { program, parameters, slowness = 1 } = machine;
  const pathOf = host?.pathOf ?? ((path: string) => path);
  const [start, ...first] = host?.start ?? [program];
  const suite = [pathOf(join(folder, "suite.mjs")), pathOf(folder), JSON.stringify(machine), ...only];
  // Programs of the suite that start "node" get the Node under test.
  const path = `${dirname(program)}${delimiter}${process.env.PATH}`;
  const environment =
    host === undefined ? { ...process.env, PATH: path } : { ...process.env, ...host.environment };
  const files = mkdtempSync(join(tmpdir(), "collet-suite-"));
  const outputFile = join(files, "output");
  const errorFile = join(files, "errors");
  // Files instead of pipes, which programs in Wine cannot use.
  const descriptors = [openSync(outputFile, "w"), openSync(errorFile, "w")] as const;
  try {
    const child = spawn(start, [...first, ...parameters, ...suite], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", ...descriptors],
      timeout: LIMIT_MS * slowness,
      killSignal: "SIGKILL",
    });
    const { code, signal } = await ended(child);
    host?.end();
    process.stderr.write(readFileSync(errorFile));
    const lines = readFileSync(outputFile, "utf8").split("\n");
    const shown = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Shown);
    const isEnded = code === 0 || shown.some(({ outcome }) => outcome === "failed");
    const reason = `the suite ended with ${signal ?? `exit code ${code}`}`;
    return [
      ...shown,
      ...(isEnded ? [] : [failed("The suite ends", reason)]),
      ...(host === undefined ? [] : leftIn(host.temporaryFolder)),
    ];
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
    rmSync(files, { recursive: true, force: true });
  }
}

function ended(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => resolve({ code, signal }));
  });
}

/** Returns a failure for what the suite left in a temporary folder, and removes it. */
function leftIn(folder: string): readonly Shown[] {
  const left = readdirSync(folder).filter((name) => name.startsWith("collet-"));
  for (const name of left) rmSync(join(folder, name), { recursive: true, force: true });
  return left.length === 0 ? [] : [failed("The suite leaves no file", left.join(", "))];
}

function failed(behaviour: string, reason: string): Shown {
  return { behaviour, outcome: "failed", reason, ms: 0 };
}
