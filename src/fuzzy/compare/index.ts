export { type ComparisonContext, compareLines, LIKENESS_RANK, type LineLikeness } from "./line-comparison.js";
export { pairSimilarLines, similarityOf } from "./line-similarity.js";
export type { TypoContext } from "./typo.js";
