export { replacementFor } from "./replacement.js";
export { type MergedText, mergeThreeWays } from "./three-way-merge.js";
