export { createTestPlace } from "./create-test-place.js";
export { type FileTree, readFileTree, type TreeEntry } from "./file-tree.js";
export type { TestBackend, TestPlace } from "./test-place.js";
export { diffTrees, sameEntry, type TreeChange, treeChanges } from "./tree-changes.js";
export { type FileContents, fileContents } from "./tree-text.js";
