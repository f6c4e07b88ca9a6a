export { type ChangedRegion, type ChangedSpan, replacedRegions } from "./changed-regions.js";
export { changedLineRange, textChanges } from "./text-change.js";
export { trimDiff } from "./trim-diff.js";
export { diffPieces, unifiedDiff } from "./unified-diff.js";
