export { createTestWorkspace } from "./create-test-workspace.js";
export { type FileTree, readFileTree, type TreeEntry } from "./file-tree.js";
export type { TestBackend, TestWorkspace } from "./temporary-workspace.js";
export {
  diffTrees,
  type FileContents,
  fileContents,
  sameEntry,
  type TreeChange,
  treeChanges,
} from "./tree-changes.js";
