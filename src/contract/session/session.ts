import type { JsonValue } from "../values/index.js";

/**
 * One agent thread: its working directory, memory and approvals.
 *
 * Sessions of one runtime share its registry, backend and locks; everything else belongs to one session.
 */
export interface ToolSession {
  readonly id: string;
  /** Absolute. Relative paths in this session's calls start here. */
  readonly cwd: string;
  /** The parent session of a subagent: the subagent can read the outputs that the parent's calls stored. */
  readonly parent?: ToolSession;
  /** Memory of tools that must remember data between calls, keyed by the tool's own symbol. */
  readonly memory: Map<symbol, unknown>;
  /**
   * Registers a resource that must not outlive the session, for example a background process: `end` is called
   * once, when the session or its runtime is disposed. Returns the function that unregisters it. Throws
   * `runtime-disposed` after disposal. Absent in a session that is never disposed: do not start anything in
   * it that must be stopped later.
   */
  readonly onDispose?: (end: () => Promise<void>) => () => void;
}

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
