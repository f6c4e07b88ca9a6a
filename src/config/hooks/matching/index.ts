export { mayConcern } from "./hook-condition.js";
export { EVERY, type HookMatcher, hookMatcher } from "./hook-matcher.js";
