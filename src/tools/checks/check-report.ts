import type { CheckProblem } from "./problems/check-problem.js";
import type { CheckHint, CheckKind, ProjectCheck } from "./project-check.js";

/** How a check ended. `skipped`: it did not run, and `reason` says why. */
export type CheckOutcome = "passed" | "failed" | "skipped" | "timed-out";

/** What came of one check. */
export interface CheckResult {
  readonly name: string;
  readonly kind: CheckKind;
  readonly command: string;
  readonly outcome: CheckOutcome;
  /** As a shell would report it; absent for a check that did not run. */
  readonly exitCode?: number;
  readonly durationMs: number;
  /** Why it was skipped or ended early: a sentence. */
  readonly reason?: string;
  /** The first of them, in the order of the output; warnings as well. */
  readonly problems: readonly CheckProblem[];
  /** All that were found, in the files that were asked about. */
  readonly problemCount: number;
  /** Found in other files than those that were asked about. */
  readonly problemsElsewhere: number;
  /** The end of the output, without escape sequences. */
  readonly outputTail: string;
  /** The whole output, where it is longer than `outputTail`; Read and Grep reach it. */
  readonly savedTo?: string;
}

/** What came of the checks of a project. */
export interface CheckReport {
  /** Absolute: where they ran. */
  readonly folder: string;
  /** `list`: nothing was to be run. */
  readonly mode: "run" | "list";
  /**
   * At least one passed, none failed or ran out of time, and none was left out because nobody allowed it or the call was
   * cancelled. Tools that are not installed do not count. Never for a list.
   */
  readonly passed: boolean;
  /** In the order in which they were found; empty for a list. */
  readonly checks: readonly CheckResult[];
  /** Checks of the project that were not run: all, for a list. */
  readonly notRun: readonly ProjectCheck[];
  /** What the project's CI runs; only for a list, and where nothing else was found. */
  readonly hints: readonly CheckHint[];
}
