import type { CheckProblem } from "./problems/check-problem.js";
import type { CheckHint, CheckKind, ProjectCheck } from "./project-check.js";

/** Outcome of a check. `skipped`: it did not run, and `reason` says why. */
export type CheckOutcome = "passed" | "failed" | "skipped" | "timed-out";

/** Result of one check. */
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
  /** The first problems, in the order of the output, including warnings. */
  readonly problems: readonly CheckProblem[];
  /** All problems in the requested files. */
  readonly problemCount: number;
  /** Problems in files outside the requested paths. */
  readonly problemsElsewhere: number;
  /** The end of the output, without escape sequences. */
  readonly outputTail: string;
  /** Path of the whole output, if it is longer than `outputTail`; Read and Grep can open it. */
  readonly savedTo?: string;
}

/** Result of the checks of a project. */
export interface CheckReport {
  /** Absolute path of the folder where they ran. */
  readonly folder: string;
  /** `list`: no check was requested to run. */
  readonly mode: "run" | "list";
  /**
   * Whether at least one check passed, none failed or timed out, and none was skipped because it was not allowed or the
   * call was cancelled. Tools that are not installed are ignored. Always false for a list.
   */
  readonly passed: boolean;
  /** In the order in which they were found; empty for a list. */
  readonly checks: readonly CheckResult[];
  /** Checks of the project that were not run; for a list, all of them. */
  readonly notRun: readonly ProjectCheck[];
  /** Commands of the project's CI; only for a list, and where no check was found. */
  readonly hints: readonly CheckHint[];
  /** Sentences that name the searched folders and files; only for a list of a project without checks. */
  readonly note?: string;
}
