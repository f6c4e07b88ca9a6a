import type { JsonValue } from "../values/index.js";
import type { ToolSession } from "./session.js";

/** The location of a session, for state that contains paths: only paths below `root` are valid elsewhere. */
export interface SessionStateContext {
  /** The runtime's working directory, absolute. */
  readonly root: string;
  /** Maximum bytes of the part as JSON; the oldest entries are omitted. */
  readonly maxBytes: number;
  /**
   * Reports one entry that an export omits, with its path relative to `root`, separated by `/`. Without a
   * path if the entry lies outside: its name stays on this machine. Absent for an import.
   */
  readonly omit?: (path?: string) => void;
}

/**
 * A part of the session memory that can be transferred: one runtime exports it as JSON, another imports it.
 *
 * Code that keeps state in `session.memory` declares it with this interface: a workspace by its
 * `sessionStates`, a host for its tools by the runtime's `sessionStates`.
 */
export interface SessionState {
  /** The name of the part in the exported session. */
  readonly name: string;
  /** Returns `undefined` if there is nothing to export. */
  export(
    session: ToolSession,
    context: SessionStateContext,
  ): JsonValue | undefined | Promise<JsonValue | undefined>;
  /**
   * Adds a part to a new session. The part is untrusted: throws a `ToolError` (`invalid-input`) unless it is
   * exactly as `export` writes it, before anything is changed.
   */
  import(session: ToolSession, state: unknown, context: SessionStateContext): void | Promise<void>;
}
