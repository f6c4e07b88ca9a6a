export { createDiscoverTools } from "./discover-tools.js";
export { executeCalls, loadPipeline } from "./execute-calls.js";
export type { CallExplanation } from "./explain-admitted.js";
export { type ExplainOptions, explainCall, withTriedRules } from "./explain-call.js";
export { type ListToolsOptions, listTools } from "./list-tools.js";
export { planCalls } from "./plan-calls.js";
export { resumeCalls } from "./resume-calls.js";
export { streamEvents } from "./stream-events.js";
