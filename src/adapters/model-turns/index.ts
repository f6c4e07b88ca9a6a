export { askProvider } from "./ask-provider.js";
export { callArguments, callInput } from "./call-input.js";
export { type RawTurn, rawTurn, rawTurnOf } from "./raw-turn.js";
export { countedUsage, outputLimit, requireFewParts } from "./reply-counts.js";
