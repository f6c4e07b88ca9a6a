import type { ShellOutcome, ToolContext } from "../../contract/index.js";
import { quietSignal, ToolError } from "../../contract/index.js";
import { inSeconds } from "../../text/index.js";
import { createOutputAccumulator } from "../../truncation/index.js";
import { exitCodeOf } from "../shell/exit-code.js";
import { OutputTail } from "../shell/output-tail.js";
import { plainOutput } from "../shell/plain-output.js";
import { ProgressReporter } from "../shell/progress-reporter.js";
import { Utf8Streams } from "../shell/utf8-streams.js";
import type { CheckOutcome, CheckResult } from "./check-report.js";
import type { CheckProblem } from "./problems/check-problem.js";
import { parseProblems } from "./problems/parse-problems.js";
import type { CheckKind, ProjectCheck } from "./project-check.js";

/**
 * Time limits of checks in milliseconds: shorter for those that only read, longer for those that build or run the
 * project.
 */
export const CHECK_TIMEOUTS_MS: Readonly<Record<CheckKind, number>> = {
  typecheck: 600_000,
  lint: 600_000,
  format: 600_000,
  check: 1_800_000,
  build: 1_800_000,
  test: 1_800_000,
};

/** Most bytes that a check may print; a check that prints more is ended. */
export const MAX_CHECK_OUTPUT_BYTES = 268_435_456;

/** Bytes of an output in which problems are searched for: its start and its end. */
const MAX_PARSED_BYTES = 1_048_576;

/** UTF-16 code units of the end of an output. */
const MAX_TAIL_CHARACTERS = 4_000;

/** Problems of one check in a report. */
const MAX_REPORTED_PROBLEMS = 200;

/** Exit code of a shell that did not find the program. */
const COMMAND_NOT_FOUND = 127;

/** Cargo's message about a component that is not installed. */
const CARGO_PART_MISSING = /(?:no such (?:sub)?command: `|'cargo-\w+(?:\.exe)?' is not installed)/;

/** Environment of a check. */
export interface CheckSurroundings {
  /** Absolute, symlinks resolved. */
  readonly folder: string;
  readonly context: ToolContext;
  /** Default {@link CHECK_TIMEOUTS_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Returns whether problems in a file were requested. */
  readonly isAskedFor: (file: string) => boolean;
  /** Advances the progress. */
  readonly step: () => { readonly completed: number; readonly total: number };
}

/**
 * Runs one check to its end, to its time limit, or until it has printed more than {@link MAX_CHECK_OUTPUT_BYTES}. None
 * of its processes are left running, and memory is bounded. Rejects only if no shell can be started, or with an error
 * of the shell.
 */
export async function runCheck(check: ProjectCheck, surroundings: CheckSurroundings): Promise<CheckResult> {
  const { folder, context, timeoutMs = CHECK_TIMEOUTS_MS[check.kind], step } = surroundings;
  const flood = new AbortController();
  const kept = createOutputAccumulator({ maxBytes: MAX_PARSED_BYTES, keep: "middle" });
  const tail = new OutputTail(MAX_TAIL_CHARACTERS);
  const whole = context.outputs.open();
  const progress = new ProgressReporter({
    progress: (update) => context.progress({ message: check.name, ...step(), ...update }),
  });
  let printed = 0;
  const streams = new Utf8Streams((bytes) => {
    printed += bytes.length;
    if (printed > MAX_CHECK_OUTPUT_BYTES) return flood.abort();
    whole.append(bytes);
    kept.write(bytes);
    tail.write(bytes);
    progress.add(bytes);
  });
  let outcome: ShellOutcome;
  try {
    outcome = await context.shell.run({
      command: check.command,
      cwd: folder,
      // Where CI is set, tools do not start in watch mode, and snapshots are compared, not written.
      environment: { CI: "1", NO_COLOR: "1" },
      signal: quietSignal(AbortSignal.any([context.signal, flood.signal])),
      timeoutMs,
      onOutput: (chunk, stream) => streams.add(chunk, stream),
    });
  } catch (error) {
    await whole.discard();
    if (ToolError.isInstance(error) && context.signal.aborted)
      return unfinished(check, "the call was cancelled");
    throw error;
  } finally {
    progress.stop();
  }
  streams.finish();
  const end = tail.take("ended");
  if (end.omitted === undefined) await whole.discard();
  const savedTo = end.omitted === undefined ? undefined : await storedPath(whole);
  const output = plainOutput(kept.finish().text);
  const problems = parseProblems(output, folder);
  const asked = problems.filter(({ file }) => surroundings.isAskedFor(file));
  return {
    name: check.name,
    kind: check.kind,
    command: check.command,
    ...ending(check, outcome, output, {
      isFlood: flood.signal.aborted,
      isCancelled: context.signal.aborted,
      timeoutMs,
    }),
    exitCode: exitCodeOf(outcome),
    durationMs: outcome.durationMs,
    problems: gravestFirst(asked).slice(0, MAX_REPORTED_PROBLEMS),
    problemCount: asked.length,
    problemsElsewhere: problems.length - asked.length,
    outputTail: end.text.trim(),
    ...(savedTo !== undefined && { savedTo }),
  };
}

/** Returns the result of a check that did not run. */
export function unfinished({ name, kind, command }: ProjectCheck, reason: string): CheckResult {
  return {
    name,
    kind,
    command,
    outcome: "skipped",
    durationMs: 0,
    reason,
    problems: [],
    problemCount: 0,
    problemsElsewhere: 0,
    outputTail: "",
  };
}

function ending(
  check: ProjectCheck,
  outcome: ShellOutcome,
  output: string,
  stop: { readonly isFlood: boolean; readonly isCancelled: boolean; readonly timeoutMs: number },
): { readonly outcome: CheckOutcome; readonly reason?: string } {
  const { reason, exitCode } = outcome;
  if (reason === "timeout" || reason === "inactivity") {
    return { outcome: "timed-out", reason: `it did not end within ${inSeconds(stop.timeoutMs)}` };
  }
  if (reason === "abort" && stop.isFlood) {
    return {
      outcome: "failed",
      reason: `it was ended because it printed more than ${MAX_CHECK_OUTPUT_BYTES} bytes`,
    };
  }
  if (reason === "abort") return { outcome: "skipped", reason: "the call was cancelled while it ran" };
  if (exitCode === 0) return { outcome: "passed" };
  const isMissing =
    check.inPath !== undefined &&
    (exitCode === COMMAND_NOT_FOUND || (check.inPath === "cargo" && CARGO_PART_MISSING.test(output)));
  if (isMissing) return { outcome: "skipped", reason: `'${check.name}' is not installed on this machine` };
  if (exitCode === null) return { outcome: "failed", reason: `it was ended by ${outcome.signal}` };
  return { outcome: "failed" };
}

/** Sorts errors before warnings, otherwise in the original order. */
function gravestFirst(problems: readonly CheckProblem[]): readonly CheckProblem[] {
  return [
    ...problems.filter(({ severity }) => severity === "error"),
    ...problems.filter(({ severity }) => severity === "warning"),
  ];
}

/** Stores a complete output and returns its path; undefined if the store does not keep it. */
async function storedPath(whole: ReturnType<ToolContext["outputs"]["open"]>): Promise<string | undefined> {
  const stored = await whole.finish();
  return stored.kept ? stored.path : undefined;
}
