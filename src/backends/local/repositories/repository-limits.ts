/** What copies of repositories may take. */
export interface RepositoryLimits {
  /** Bytes of one: of what is transferred, and of its files. Default 1 GiB. */
  readonly maxBytes: number;
  /** Files of one. Default 200,000. */
  readonly maxFiles: number;
  /** Copies that are kept; beyond, those used longest ago go. Default 20. */
  readonly maxCopies: number;
  /** Milliseconds since the last use after which a copy goes. Default 30 days. */
  readonly retentionMs: number;
}

export const DEFAULT_REPOSITORY_LIMITS: RepositoryLimits = {
  maxBytes: 1024 ** 3,
  maxFiles: 200_000,
  maxCopies: 20,
  retentionMs: 30 * 24 * 60 * 60 * 1_000,
};
