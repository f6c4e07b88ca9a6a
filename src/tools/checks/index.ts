export { checkOperation } from "./check.js";
export type { CheckOutcome, CheckReport, CheckResult } from "./check-report.js";
export { checkReportText } from "./check-report-text.js";
export type { CheckProblem } from "./problems/check-problem.js";
export {
  CHECK_KINDS,
  type CheckHint,
  type CheckKind,
  type FoundChecks,
  type ProjectCheck,
} from "./project-check.js";
export { CHECK_TIMEOUTS_MS, MAX_CHECK_OUTPUT_BYTES } from "./run-check.js";
export { type CheckInput, locateChecks, MAX_PARALLEL_CHECKS, runChecks } from "./run-checks.js";
