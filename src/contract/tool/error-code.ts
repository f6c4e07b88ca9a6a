/**
 * The codes that Collet sets in `error.errorCode`. A tool may use its own codes as well.
 *
 * The order is that of the pipeline: the call, the permission, the run, then the errors of the built-in
 * tools.
 */
export type ErrorCode =
  // the call
  | "invalid-call"
  | "unknown-tool"
  | "tool-not-available"
  | "invalid-input"
  | "duplicate-call-id"
  | "nested-too-deep"
  // permission
  | "permission-denied"
  | "rejected-by-user"
  | "blocked-on-user"
  | "approval-failed"
  | "approval-mismatch"
  | "external-directory"
  | "changed-since-approval"
  // run
  | "cancelled"
  | "timeout"
  | "tool-failed"
  | "invalid-output"
  | "runtime-disposed"
  | "not-supported"
  // paths and files
  | "invalid-path"
  | "not-found"
  | "already-exists"
  | "directory-not-empty"
  | "access-denied"
  | "not-a-file"
  | "not-a-directory"
  | "special-file"
  | "symlink-loop"
  | "protected-path"
  | "reading-secret-file"
  | "binary-file"
  | "file-too-large"
  | "range-out-of-bounds"
  | "not-utf8"
  | "stale-file"
  | "not-read"
  | "changed-since-edit"
  | "nothing-to-undo"
  | "file-locked"
  | "half-done"
  | "no-space"
  | "io-error"
  | "connection-lost"
  // edits
  | "no-match"
  | "multiple-matches"
  | "identical-strings"
  | "empty-match"
  | "elided-text"
  | "no-change"
  | "invalid-patch"
  | "formatter-missing"
  | "format-failed"
  // search and shell
  | "invalid-pattern"
  | "ripgrep-missing"
  | "search-failed"
  | "shell-missing"
  | "spawn-failed"
  | "sandbox-unavailable"
  | "unknown-job"
  | "too-many-jobs"
  // agents
  | "unknown-subagent"
  | "subagent-limit"
  | "subagent-failed"
  // web
  | "invalid-url"
  | "blocked-address"
  | "too-many-redirects"
  | "http-error"
  | "network-error"
  | "unsupported-content"
  | "content-too-large"
  // checks, threads
  | "check-missing"
  | "unknown-thread"
  | "unknown-task"
  // workers
  | "worker-lost"
  | "forged-message"
  | "redis-restored";
