export { IGNORE_FILE_NAMES } from "./ignore-rules.js";
export { readToEnd } from "./read-whole.js";
export { reportSkippedLinks } from "./skipped-links.js";
export { type TreeSearch, treeSearch } from "./tree-search.js";
