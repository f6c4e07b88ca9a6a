export { fileTypeFilter } from "./file-types.js";
export { compileGlob, type GlobMatcher, type GlobOptions } from "./glob-matcher.js";

export { type PathFilter, pathFilter } from "./path-filter.js";
