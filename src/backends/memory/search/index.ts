export { IGNORE_FILE_NAMES, REPOSITORY_NAME } from "./ignore-rules.js";
export { type TreeSearch, treeSearch } from "./tree-search.js";
export type { EntrySelection } from "./walk-files.js";
