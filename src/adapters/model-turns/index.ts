export { askProvider } from "./ask-provider.js";
export { callArguments, callInput } from "./call-input.js";
export { countedUsage } from "./counted-usage.js";
export { outputLimit } from "./output-limit.js";
export { type RawTurn, rawTurn, rawTurnOf } from "./raw-turn.js";
export { requireFewParts } from "./require-few-parts.js";
