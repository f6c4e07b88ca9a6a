import { readdirSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { isTemporaryName } from "../../src/workspace/index.js";
import { type Attack, type ScriptedAttack, TIME_LIMIT_MS, textOf } from "./attack.js";
import { runSteps } from "./run-steps.js";
import { Untried } from "./untried.js";
import type { Weakness } from "./weakness.js";
import { CANARY, differences, World } from "./world.js";

/** In which way a defence did not hold. */
export type Breach =
  | "canary"
  | "outside-changed"
  | "workspace-changed"
  | "left-behind"
  | "open-file"
  | "ending"
  | "check"
  | "untried"
  | "hung"
  | "unhandled-rejection";

/** A {@link Breach} and what exactly was found. */
export interface Violation {
  readonly breach: Breach;
  readonly detail: string;
}

/**
 * Runs an attack in a world of its own against the real runtime and tells what it broke: nothing, where the defences hold.
 *
 * Whatever the attack is, no canary may appear in a result, event or question, `$OUT` and `$HOME` must stay as they are to
 * the modification time, no temporary file or open descriptor may be left, and no rejection unhandled.
 */
export async function attempt(attack: Attack, weakness: Weakness = {}): Promise<Violation[]> {
  if ("untested" in attack) throw new Error(`${attack.id} cannot be tried: ${attack.untested}`);
  const violations: Violation[] = [];
  const report = (breach: Breach, detail: string) => violations.push({ breach, detail });
  const onRejection = (reason: unknown) => report("unhandled-rejection", String(reason));
  process.on("unhandledRejection", onRejection);
  const world = new World();
  try {
    await attack.setup?.(world);
    const before = { out: world.snapshot("$OUT"), home: world.snapshot("$HOME") };
    const openBefore = openFilesBelow(world.base);
    const startedAt = performance.now();
    await ("stage" in attack
      ? guarded(report, () => attack.stage(world, weakness))
      : attemptScript(attack, world, weakness, report));
    const tookMs = performance.now() - startedAt;
    const limitMs = attack.withinMs ?? TIME_LIMIT_MS;
    if (tookMs > limitMs) report("hung", `${Math.round(tookMs)} ms, at most ${limitMs}`);
    for (const [path, old] of [["$OUT", before.out] as const, ["$HOME", before.home] as const]) {
      const changed = differences(old, world.snapshot(path));
      if (changed.length > 0) report("outside-changed", changed.join(", "));
    }
    const left = ["$WS", "$OUT", "$HOME"].flatMap((path) => world.everyName(path)).filter(isLeftover);
    if (left.length > 0) report("left-behind", left.join(", "));
    const open = await filesLeftOpen(world.base, openBefore);
    if (open.length > 0) report("open-file", open.join(", "));
  } finally {
    process.off("unhandledRejection", onRejection);
    world.dispose();
  }
  return violations;
}

type Report = (breach: Breach, detail: string) => void;

async function attemptScript(
  attack: ScriptedAttack,
  world: World,
  weakness: Weakness,
  report: Report,
): Promise<void> {
  const { seen, beforeLast } = await runSteps(attack, world, weakness);
  const said = JSON.stringify([seen.results, seen.events, seen.questions]);
  if (said.includes(CANARY))
    report("canary", said.slice(Math.max(0, said.indexOf(CANARY) - 200)).slice(0, 400));

  const { ending } = attack;
  const outcome = `${seen.last.status} ${seen.last.error?.errorCode ?? ""}: ${seen.text.slice(0, 300)}`;
  for (const earlier of seen.results.slice(0, -1)) {
    if (earlier.status !== "done")
      report("ending", `an earlier call is ${earlier.status}: ${textOf(earlier)}`);
  }
  const questions = seen.questions.length;
  switch (ending.outcome) {
    case "refuse":
    case "error":
      if (!ending.codes.includes(seen.last.error?.errorCode ?? "")) {
        report("ending", `expected ${ending.codes.join(" or ")}, got ${outcome}`);
      }
      if (questions !== 0 && attack.approver === undefined) report("ending", `asked ${questions} times`);
      break;
    case "ask": {
      const paths = seen.questions.flatMap(({ facts }) => (facts.paths ?? []).map(pathOfFact));
      const missing = ending.paths.map((path) => world.path(path)).filter((path) => !paths.includes(path));
      if (questions !== 1) report("ending", `asked ${questions} times; ${outcome}`);
      else if (missing.length > 0)
        report("ending", `asked about ${paths.join(", ")}, not ${missing.join(", ")}`);
      if (seen.last.status !== "rejected-by-user") report("ending", `after a no: ${outcome}`);
      break;
    }
    case "ok":
      if (seen.last.status !== "done") report("ending", `expected done, got ${outcome}`);
      if (questions !== 0 && attack.approver === undefined) report("ending", `asked ${questions} times`);
  }
  await guarded(report, () => ending.check?.(seen));
  if (beforeLast !== undefined) {
    const changed = differences(beforeLast, world.snapshot("$WS", "without-times"));
    if (changed.length > 0) report("workspace-changed", changed.join(", "));
  }
}

async function guarded(report: Report, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    report(
      error instanceof Untried ? "untried" : "check",
      error instanceof Error ? `${error.message}` : String(error),
    );
  }
}

function pathOfFact(fact: string | { readonly path: string }): string {
  return typeof fact === "string" ? fact : fact.path;
}

function isLeftover(name: string): boolean {
  return isTemporaryName(basename(name));
}

/** Milliseconds until a file counts as left open: one that was removed meanwhile is closed in the background. */
const CLOSING_MS = 2_000;

async function filesLeftOpen(folder: string, before: readonly string[]): Promise<string[]> {
  for (const end = performance.now() + CLOSING_MS; ; ) {
    const open = openFilesBelow(folder).filter((file) => !before.includes(file));
    if (open.length === 0 || performance.now() > end) return open;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Files below a folder that this process holds open, with the numbers of their descriptors. */
function openFilesBelow(folder: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(`${folder}/`) ? [`${target} (${descriptor})`] : [];
    } catch {
      return [];
    }
  });
}
