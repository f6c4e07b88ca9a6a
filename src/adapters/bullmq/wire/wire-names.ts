import { createHash } from "node:crypto";

/** Longest name of a workspace that stands in a key as it is written; a longer one by its hash. */
const MAX_PLAIN_CHARACTERS = 80;

/** Prefix of all keys in Redis unless the host chooses another. */
export const DEFAULT_PREFIX = "collet";

/** Milliseconds that a record lasts beyond the time in which its call may begin: until then a host can rely on what is missing. */
export const RECORD_MARGIN_MS = 60_000;

/** The keys of one workspace. No two names share one, whatever characters they hold. */
export interface WorkspaceNames {
  /** Of the BullMQ queue, which allows no colon. */
  readonly queue: string;
  /** Holds the token of the worker that owns the workspace. */
  readonly lease: string;
  /** Counts the owners there were. */
  readonly fence: string;
  /** Says of the last owner that it was through with the workspace when it gave it back. */
  readonly released: string;
  /** Tells one memory of Redis from another. */
  readonly epoch: string;
  /** BullMQ's list of the jobs that workers have. */
  readonly active: string;
  /** The stream by which hosts talk to the owner. */
  readonly control: string;
  /** What is known of one call. */
  record(jobId: string): string;
  /** What a worker that was drained left of a session. */
  session(key: string): string;
}

/** Names the keys of a workspace. */
export function workspaceNames(prefix: string, workspace: string): WorkspaceNames {
  const queue = escaped(workspace);
  const base = `${prefix}:fleet:${queue}`;
  return {
    queue,
    lease: `${base}:lease`,
    fence: `${base}:fence`,
    epoch: `${base}:epoch`,
    active: `${prefix}:${queue}:active`,
    released: `${base}:released`,
    control: `${base}:control`,
    record: (jobId) => `${base}:call:${jobId}`,
    session: (key) => `${base}:session:${key}`,
  };
}

/** The stream by which workers answer a host. */
export function hostStream(prefix: string, hostId: string): string {
  return `${prefix}:fleet:host:${hostId}`;
}

/** A short name for something of any length: equal texts have equal ones. */
export function shortName(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function escaped(name: string): string {
  // A dot begins an escape, so it is escaped itself.
  const plain = name.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)?.toString(16)}.`);
  return plain.length <= MAX_PLAIN_CHARACTERS ? `w-${plain}` : `h-${shortName(name)}`;
}
