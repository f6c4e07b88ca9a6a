export {
  type ChangedRegion,
  type ChangedSpan,
  changedLineRange,
  replacedRegions,
  textChanges,
} from "./text-change.js";
export { trimDiff } from "./trim-diff.js";
export { unifiedDiff } from "./unified-diff.js";
