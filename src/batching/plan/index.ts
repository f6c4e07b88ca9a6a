export type { ExecutionPlan, PlannedCall, PlannedConflict } from "./execution-plan.js";
export { createBatchFormer, planBatches } from "./plan-batches.js";
export {
  type DependencyPlan,
  type PlanOptions,
  type ProfiledCall,
  planDependencies,
  planDependenciesInSteps,
} from "./plan-dependencies.js";
