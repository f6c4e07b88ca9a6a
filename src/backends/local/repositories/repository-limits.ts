/** Limits of copies of repositories. */
export interface RepositoryLimits {
  /** Bytes of one copy: of the transfer, and of its files. Default 1 GiB. */
  readonly maxBytes: number;
  /** Files of one copy. Default 200,000. */
  readonly maxFiles: number;
  /** Number of copies kept; beyond it, the least recently used are removed. Default 20. */
  readonly maxCopies: number;
  /** Milliseconds since the last use after which a copy is removed. Default 30 days. */
  readonly retentionMs: number;
}

export const DEFAULT_REPOSITORY_LIMITS: RepositoryLimits = {
  maxBytes: 1024 ** 3,
  maxFiles: 200_000,
  maxCopies: 20,
  retentionMs: 30 * 24 * 60 * 60 * 1_000,
};
