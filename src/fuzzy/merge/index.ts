export { replacementFor } from "./replacement.js";
export { isUnchangedPlace, type MergedText, mergeThreeWays } from "./three-way-merge.js";
