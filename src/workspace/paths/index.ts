export { type Access, alreadyExists, notFound, requireAccess, requireFile } from "./access-rules.js";
export { isInPackages } from "./holds-protected.js";
export { type NamePattern, requireNamePatterns } from "./name-pattern.js";
export { openForReading } from "./opened-folders.js";
export { PathBoundary } from "./path-boundary.js";
export { isProtectedPath } from "./protected-paths.js";
export { isSecretPath, secretSearchExclusions } from "./secret-paths.js";
export { SecretSurvey } from "./secret-survey.js";
export { withReading } from "./with-reading.js";
