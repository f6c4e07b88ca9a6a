import { ampToolset } from "../../../src/toolsets/index.js";

const [
  read,
  editFile,
  createFile,
  bash,
  glob,
  grep,
  multiEdit,
  applyPatch,
  undoEdit,
  deleteFile,
  moveFile,
  list,
  formatFile,
] = ampToolset.tools;

export {
  applyPatch,
  bash,
  createFile,
  deleteFile,
  editFile,
  formatFile,
  glob,
  grep,
  list,
  moveFile,
  multiEdit,
  read,
  undoEdit,
};
