export { fileTypeFilter } from "./file-types.js";
export { compileGlob, type GlobMatcher, type GlobOptions } from "./glob-matcher.js";
export { MAX_GLOB_LENGTH } from "./glob-syntax.js";
export { type PathFilter, pathFilter } from "./path-filter.js";
