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
