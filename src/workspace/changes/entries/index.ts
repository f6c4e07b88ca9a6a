export {
  below,
  type CopiedEntries,
  copyEntry,
  keyOf,
  readLink,
  removeCopied,
  requireCopied,
} from "./copy-entry.js";
export { namesBeside } from "./names-beside.js";
export { type OpenedFolder, openFolder } from "./parent-folders.js";
export { removeTree } from "./remove-tree.js";
export { StaleTemporaries } from "./stale-temporaries.js";
export {
  discardTemporary,
  initialMode,
  setFacts,
  underTemporaryName,
  withNameOf,
  writeNewFile,
} from "./temporary-file.js";
export { isTemporaryName, temporaryName } from "./temporary-name.js";
export { writeImage } from "./write-image.js";
