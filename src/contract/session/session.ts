/**
 * One agent thread: the working directory, memory and approvals that belong together.
 *
 * Sessions of one runtime share its registry, backend and locks; everything else is their own.
 */
export interface ToolSession {
  readonly id: string;
  /** Absolute. Relative paths of this session's calls start here. */
  readonly cwd: string;
  /** The session that this one works for: a subagent reads what its parent's calls stored. */
  readonly parent?: ToolSession;
  /** Scratch memory of tools that need to remember something between calls, keyed by the tool's own symbol. */
  readonly memory: Map<symbol, unknown>;
  /**
   * Ties something to the session that must not outlive it, a process in the background for example: `end` is called once,
   * when the session or its runtime is disposed of. Gives back the function that unties it. Throws `runtime-disposed`
   * afterwards. Absent in a session that nobody disposes of: nothing may be started for it that would have to be ended.
   */
  readonly onDispose?: (end: () => Promise<void>) => () => void;
}
