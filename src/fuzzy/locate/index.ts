export { fileKind } from "./file-kind.js";
export { fileIsComment, lineLikeness, type NearRegion, type NearSearch, searchNear } from "./near-regions.js";
export { type NeedleChanges, needleChanges } from "./needle-changes.js";
export { type NeedleLines, readNeedle } from "./needle-lines.js";
export { findWordPlaces } from "./word-search.js";
