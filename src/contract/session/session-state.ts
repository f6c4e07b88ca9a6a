import type { JsonValue } from "../values/index.js";
import type { ToolSession } from "./session.js";

/** Where a session is, for what it remembers of paths: only what lies below `root` means anything elsewhere. */
export interface SessionPlace {
  /** The runtime's working directory, absolute. */
  readonly root: string;
  /** Bytes that the part may have as JSON; what is oldest is left out. */
  readonly maxBytes: number;
  /**
   * Reports one entry that an export leaves out, with its path relative to `root` and with `/`. Without a path where the entry lies
   * outside: its name stays on this machine. Absent for an import.
   */
  readonly omit?: (path?: string) => void;
}

/**
 * A part of what a session remembers that can travel: taken out as JSON by one runtime, put in by another.
 *
 * Whoever keeps something in `session.memory` says so with one of these: a workspace by its `sessionStates`, a host for its own
 * tools by the runtime's.
 */
export interface SessionState {
  /** Under which the part stands in the exported session. */
  readonly name: string;
  /** Gives nothing where there is nothing to remember. */
  export(session: ToolSession, place: SessionPlace): JsonValue | undefined | Promise<JsonValue | undefined>;
  /**
   * Puts a part into a new session. It may come from anybody: throws a `ToolError` (`invalid-input`) for what is not exactly as
   * `export` writes it, before anything is changed.
   */
  import(session: ToolSession, state: unknown, place: SessionPlace): void | Promise<void>;
}
