import { type ToolContext, ToolError } from "../../contract/index.js";
import { pathFrom } from "../paths/index.js";
import { visibleText } from "../visible-text.js";
import type { CheckReport, CheckResult } from "./check-report.js";
import { chooseChecks } from "./choose-checks.js";
import { findChecks } from "./find/find-checks.js";
import type { CheckKind, FoundChecks, ProjectCheck } from "./project-check.js";
import { runCheck, unfinished } from "./run-check.js";

/** Checks that run side by side: each takes a processor and more. */
export const MAX_PARALLEL_CHECKS = 3;

/** Kinds that only look at the files, so that they may run side by side; builds and tests run alone. */
const SIDE_BY_SIDE: readonly CheckKind[] = ["typecheck", "lint", "format"];

/** Which checks to run, and where. */
export interface CheckInput {
  /** Names (`lint`, `cargo test`) or kinds (`typecheck`, `lint`, `format`, `check`, `build`, `test`). Default: all. */
  readonly checks?: readonly string[];
  /** Default: the session's cwd. */
  readonly cwd?: string;
  /** Files and folders whose problems matter; those elsewhere are only counted. The checks themselves run whole. */
  readonly paths?: readonly string[];
  /** Only tells which checks there are. */
  readonly list?: boolean;
  /** Milliseconds for each check. Default: by kind, `CHECK_TIMEOUTS_MS`. */
  readonly timeoutMs?: number;
}

/**
 * Runs the checks of a project: those that are asked for, or all.
 *
 * Before anything runs, each command is put to `context.ask`, so that rules about commands hold: one that is denied, or that
 * nobody allows, is reported as `skipped`. Type checks, linters and format checks run side by side, at most
 * {@link MAX_PARALLEL_CHECKS} of them; then everything else, one by one. When the call is cancelled, all processes end, and
 * the report tells what was not run.
 *
 * Errors: `check-missing` where there is nothing to run, and what the workspace refuses for the folder.
 *
 * @example
 * const report = await runChecks({ checks: ["typecheck"] }, context);
 * if (!report.passed) console.log(report.checks.flatMap(({ problems }) => problems));
 */
export async function runChecks(input: CheckInput, context: ToolContext): Promise<CheckReport> {
  const found = await locateChecks(input, context);
  const chosen = chooseChecks(found, input.checks);
  const { folder, checks, hints } = found;
  if (input.list === true) {
    return { folder, mode: "list", passed: false, checks: [], notRun: checks, hints };
  }
  const isAskedFor = await fileFilter(input.paths, folder, context);
  const results = new Map<ProjectCheck, CheckResult>();
  const allowed = await allowedChecks(chosen, results, { folder, context });

  let completed = 0;
  const step = () => ({ completed, total: allowed.length });
  const run = async (check: ProjectCheck) => {
    if (context.signal.aborted) {
      results.set(check, unfinished(check, "the call was cancelled before it ran"));
      return;
    }
    context.progress({ message: `${check.name}: ${check.command}`, ...step() });
    const result = await runCheck(check, {
      folder,
      context,
      isAskedFor,
      step,
      ...(input.timeoutMs !== undefined && { timeoutMs: input.timeoutMs }),
    });
    results.set(check, result);
    completed += 1;
    context.progress({ message: `${check.name}: ${result.outcome}`, ...step() });
  };
  await atMost(
    MAX_PARALLEL_CHECKS,
    allowed.filter(({ kind }) => SIDE_BY_SIDE.includes(kind)),
    run,
  );
  await atMost(
    1,
    allowed.filter(({ kind }) => !SIDE_BY_SIDE.includes(kind)),
    run,
  );
  const ran = chosen.flatMap((check) => results.get(check) ?? []);
  return {
    folder,
    mode: "run",
    passed:
      !context.signal.aborted && ran.some(({ outcome }) => outcome === "passed") && ran.every(holdsNothingUp),
    checks: ran,
    notRun: checks.filter((check) => !chosen.includes(check)),
    hints: [],
  };
}

/** A tool that is not installed was started, so it has an exit code; what nobody allowed has none, and nothing is known of it. */
function holdsNothingUp({ outcome, exitCode }: CheckResult): boolean {
  return outcome === "passed" || (outcome === "skipped" && exitCode !== undefined);
}

/** The checks of the folder that is asked for. */
export async function locateChecks({ cwd }: CheckInput, context: ToolContext): Promise<FoundChecks> {
  const asked = cwd ?? context.cwd;
  const location = await context.files.locate(context.shell.nativePath?.(asked) ?? asked);
  if (location.stat === undefined) {
    throw new ToolError(
      `ENOENT: no such file or directory '${location.path}'. Give a folder of the project.`,
      {
        code: "not-found",
        absolutePath: location.path,
      },
    );
  }
  if (location.stat.type !== "directory") {
    throw new ToolError(`'${location.path}' is not a folder. Give the folder whose checks are to run.`, {
      code: "not-a-directory",
      absolutePath: location.path,
    });
  }
  return findChecks(location.path, context);
}

/** Asks about one after the other: a person answers one question at a time. */
async function allowedChecks(
  chosen: readonly ProjectCheck[],
  results: Map<ProjectCheck, CheckResult>,
  { folder, context }: { readonly folder: string; readonly context: ToolContext },
): Promise<readonly ProjectCheck[]> {
  const allowed: ProjectCheck[] = [];
  for (const check of chosen) {
    const isAllowed =
      !context.signal.aborted &&
      (await context.ask({
        kind: "execute",
        command: check.command,
        cwd: folder,
        // The names of scripts are the project's: whoever is asked must see what stands there.
        reason: visibleText(`Runs the check '${check.name}' of the project (${check.source}).`),
      }));
    if (isAllowed) allowed.push(check);
    else if (context.signal.aborted)
      results.set(check, unfinished(check, "the call was cancelled before it ran"));
    else results.set(check, unfinished(check, "its command was not allowed, by a rule or by the user"));
  }
  return allowed;
}

async function fileFilter(
  paths: readonly string[] | undefined,
  folder: string,
  context: ToolContext,
): Promise<(file: string) => boolean> {
  if (paths === undefined || paths.length === 0) return () => true;
  const wanted: string[] = [];
  for (const path of paths) wanted.push(pathFrom(folder, (await context.files.locate(path)).path));
  if (wanted.includes(folder)) return () => true;
  return (file) =>
    wanted.some((path) => file === path || file.startsWith(`${path}/`) || file.startsWith(`${path}\\`));
}

/** Runs all, so many at a time; what fails is thrown when everything has ended. */
async function atMost<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(count, items.length) }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
