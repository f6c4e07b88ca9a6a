import { createHash } from "node:crypto";

/** Longest workspace name that appears in a key literally; a longer one is replaced by its hash. */
const MAX_PLAIN_CHARACTERS = 80;

/** Prefix of all Redis keys, unless the host chooses another. */
export const DEFAULT_PREFIX = "collet";

/** Milliseconds that a record outlives the latest start of its call: until then a host can rely on a missing record. */
export const RECORD_MARGIN_MS = 60_000;

/** Redis keys of one workspace. Two different names never share a key, whatever characters they contain. */
export interface WorkspaceNames {
  /** Name of the BullMQ queue, without colons, which BullMQ does not allow. */
  readonly queue: string;
  /** Token of the worker that owns the workspace. */
  readonly lease: string;
  /** Number of owners so far. */
  readonly fence: string;
  /** Marker that the last owner had finished when it released the workspace. */
  readonly released: string;
  /** Identifies one memory of Redis. */
  readonly epoch: string;
  /** BullMQ's list of the jobs that workers hold. */
  readonly active: string;
  /** Stream of messages from hosts to the owner. */
  readonly control: string;
  /** Returns the key of a call's record. */
  record(jobId: string): string;
  /** Returns the key of the session state that a drained worker left. */
  session(key: string): string;
}

/** Returns the keys of a workspace. */
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

/** Returns the key of the stream in which workers answer a host. */
export function hostStream(prefix: string, hostId: string): string {
  return `${prefix}:fleet:host:${hostId}`;
}

/** Returns a short name for texts of any length; equal texts have equal names. */
export function shortName(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function escaped(name: string): string {
  // A dot begins an escape, so it is escaped too.
  const plain = name.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)?.toString(16)}.`);
  return plain.length <= MAX_PLAIN_CHARACTERS ? `w-${plain}` : `h-${shortName(name)}`;
}
