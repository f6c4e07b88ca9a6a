export { replacementFor } from "./replacement.js";
export { isCertainMerge, isUnchangedPlace, type MergedText, mergeThreeWays } from "./three-way-merge.js";
