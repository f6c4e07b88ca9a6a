export { type Access, alreadyExists, notFound, requireAccess, requireFile } from "./access-rules.js";
export type { NamePattern } from "./name-pattern.js";
export { openForReading } from "./opened-folders.js";
export { PathBoundary } from "./path-boundary.js";
export { isProtectedPath, PROTECTED_PATH_PATTERNS } from "./protected-paths.js";
export { MAX_PATH_BYTES } from "./requested-path.js";
export { isSecretPath, SECRET_FILE_PATTERNS, secretSearchExclusions } from "./secret-paths.js";
export { HOME_SECRETS, SecretSurvey } from "./secret-survey.js";
export { withReading } from "./with-reading.js";
