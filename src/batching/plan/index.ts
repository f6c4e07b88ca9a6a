export type { ExecutionPlan, PlannedCall, PlannedConflict } from "./execution-plan.js";
export { createBatchFormer, planBatches } from "./plan-batches.js";
export { type DependencyPlan, planDependencies } from "./plan-dependencies.js";
