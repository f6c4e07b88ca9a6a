export { compileExpression, type ExpressionProgram } from "./expression-program.js";
export { LineMatcher } from "./line-matcher.js";
export type { MatchTask, WorkBudget } from "./match-task.js";
export { type RequiredText, requiredText } from "./required-text.js";
export { type MatchSpan, SpanFinder } from "./span-finder.js";
