export { isTemporaryName, MAX_KEPT_ENTRIES } from "./changes/index.js";
export { GUIDANCE_FILE_NAMES, type GuidanceFile } from "./guidance.js";
export { MAX_JOURNAL_BYTES } from "./journal/index.js";
export {
  isProtectedPath,
  isSecretPath,
  MAX_PATH_BYTES,
  type NamePattern,
  openForReading,
  PROTECTED_PATH_PATTERNS,
  SECRET_FILE_PATTERNS,
  secretSearchExclusions,
} from "./paths/index.js";
export {
  decodeText,
  encodeText,
  encodingOf,
  MAX_TEXT_FILE_BYTES,
  type TextEncoding,
} from "./reading/index.js";
export type { StalenessPolicy } from "./staleness/index.js";
export { createWorkspace, type WorkspaceOptions } from "./workspace.js";
