export { createCallRunner, type RunOptions } from "./call-runner.js";
export { type JudgingRuntime, verdictOf } from "./verdict-of.js";
