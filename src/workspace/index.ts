export { isTemporaryName, openFolder, removeTree, temporaryName, writeNewFile } from "./changes/index.js";
export { expectedWorkspace } from "./expected-workspace.js";
export { GUIDANCE_FILE_NAMES, type GuidanceFile } from "./guidance.js";
export { MAX_JOURNAL_BYTES } from "./journal/index.js";
export {
  isProtectedPath,
  isSecretPath,
  type NamePattern,
  openForReading,
  secretSearchExclusions,
} from "./paths/index.js";
export {
  decodeText,
  encodeText,
  type TextEncoding,
} from "./reading/index.js";
export {
  KnownContent,
  type ReadRecord,
  ReadTracker,
  STALENESS_POLICIES,
  type StalenessPolicy,
} from "./staleness/index.js";
export { createWorkspace, type WorkspaceOptions } from "./workspace.js";
