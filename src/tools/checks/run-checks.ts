import { type ToolContext, ToolError } from "../../contract/index.js";
import { pathFrom } from "../paths/index.js";
import { visibleText } from "../visible-text.js";
import type { CheckReport, CheckResult } from "./check-report.js";
import { chooseChecks, nothingFoundText } from "./choose-checks.js";
import { findChecks } from "./find/find-checks.js";
import type { CheckKind, FoundChecks, ProjectCheck } from "./project-check.js";
import { runCheck, unfinished } from "./run-check.js";

/** Most concurrent checks: each uses at least one processor. */
export const MAX_PARALLEL_CHECKS = 3;

/** Kinds that only read files, so they may run in parallel; builds and tests run alone. */
const SIDE_BY_SIDE: readonly CheckKind[] = ["typecheck", "lint", "format"];

/** The checks to run, and their folder. */
export interface CheckInput {
  /** Names (`lint`, `cargo test`) or kinds (`typecheck`, `lint`, `format`, `check`, `build`, `test`). Default: all. */
  readonly checks?: readonly string[] | undefined;
  /** Default: the session's cwd. */
  readonly cwd?: string | undefined;
  /**
   * Files and folders whose problems are listed; problems elsewhere are only counted. The checks themselves always
   * cover the whole project.
   */
  readonly paths?: readonly string[] | undefined;
  /** Only lists the checks. */
  readonly list?: boolean | undefined;
  /** Milliseconds for each check. Default: by kind, `CHECK_TIMEOUTS_MS`. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Runs the checks of a project: the requested ones, or all.
 *
 * Before anything runs, each command is passed to `context.ask`, so that rules about commands apply: one that is denied
 * or not approved is reported as `skipped`. Type checks, linters and format checks run in parallel, at most {@link
 * MAX_PARALLEL_CHECKS} at a time; then everything else, one by one. When the call is cancelled, all processes end, and
 * the report lists what was not run.
 *
 * Errors: `check-missing` where there is nothing to run (for a list, a project without checks is not an error), and the
 * errors of the workspace for the folder.
 *
 * @example
 * const report = await runChecks({ checks: ["typecheck"] }, context);
 * if (!report.passed) console.log(report.checks.flatMap(({ problems }) => problems));
 */
export async function runChecks(input: CheckInput, context: ToolContext): Promise<CheckReport> {
  const found = await locateChecks(input, context);
  const { folder, checks, hints } = found;
  if (input.list === true && checks.length === 0) {
    const note = nothingFoundText(found);
    return { folder, mode: "list", passed: false, checks: [], notRun: [], hints, note };
  }
  const chosen = chooseChecks(found, input.checks);
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
      timeoutMs: input.timeoutMs,
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

/**
 * Returns whether a result does not prevent success. A tool that is not installed was started, so it has an exit code;
 * a check that was not allowed has none, and its outcome is unknown.
 */
function holdsNothingUp({ outcome, exitCode }: CheckResult): boolean {
  return outcome === "passed" || (outcome === "skipped" && exitCode !== undefined);
}

/** Returns the checks of the requested folder. */
export async function locateChecks({ cwd }: CheckInput, context: ToolContext): Promise<FoundChecks> {
  const asked = cwd ?? context.cwd;
  const location = await context.files.locate(context.shell.nativePath?.(asked) ?? asked);
  if (location.stat === undefined) {
    throw new ToolError(
      `ENOENT: no such file or directory '${location.path}'. Pass a folder of the project.`,
      {
        code: "not-found",
        absolutePath: location.path,
      },
    );
  }
  if (location.stat.type !== "directory") {
    throw new ToolError(`'${location.path}' is not a folder. Pass the folder whose checks should run.`, {
      code: "not-a-directory",
      absolutePath: location.path,
    });
  }
  return findChecks(location.path, context);
}

/** Asks for the checks one after the other: a person answers one question at a time. */
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
        // The project defines the scripts' names: the approver must see their exact text.
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

/** Runs all items with limited concurrency; throws the first failure when everything has ended. */
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
