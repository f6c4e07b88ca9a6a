export { type Explanation, explain, explanationText } from "./explain.js";
export { explainDecision } from "./explain-decision.js";
export { type GrantOptions, grantFor, suggestRules } from "./grant-for.js";
export { type JudgedAspect, type JudgeOptions, judge } from "./judge.js";
