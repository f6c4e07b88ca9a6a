import type { ShellLanguage } from "../../../contract/index.js";

/** Version of the protocol. Both peers must have the same one. */
export const PROTOCOL_VERSION = 1;

/** Features of a worker, which it sends in its first frame. */
export interface WorkerHello {
  readonly version: number;
  /** Only POSIX systems are served. */
  readonly platform: string;
  readonly caseSensitive: boolean;
  readonly homeDirectory?: string;
  /** The ports that the worker serves. */
  readonly ports: readonly string[];
  readonly shell?: {
    /** The first is that of a command without a language. */
    readonly languages: readonly ShellLanguage[];
    /** Sentences for the model about the shell. */
    readonly description?: string;
    readonly takesInput: boolean;
    readonly confinesCommands: boolean;
    readonly runsPrograms: boolean;
  };
  readonly search?: { readonly counts: boolean };
  readonly trash?: { readonly entries: number; readonly bytes: number };
}

/** Most items of a search or listing in one frame. */
export const MAX_BATCH_ITEMS = 2_000;

/** Approximate characters of the items in one frame. */
export const MAX_BATCH_CHARACTERS = 262_144;
