export { createTestWorkspace } from "./create-test-workspace.js";
export { type FileTree, readFileTree, type TreeEntry } from "./file-tree.js";
export type { TestBackend, TestWorkspace } from "./test-workspace.js";
export { diffTrees, sameEntry, type TreeChange, treeChanges } from "./tree-changes.js";
export { type FileContents, fileContents } from "./tree-text.js";
