/**
 * One agent thread: the working directory, memory and approvals that belong together.
 *
 * Sessions of one runtime share its registry, backend and locks; everything else is their own.
 */
export interface ToolSession {
  readonly id: string;
  /** Absolute. Relative paths of this session's calls start here. */
  readonly cwd: string;
  /** Scratch memory of tools that need to remember something between calls, keyed by the tool's own symbol. */
  readonly memory: Map<symbol, unknown>;
}
