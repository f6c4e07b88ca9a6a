/**
 * Mode of the sandbox. `off`: commands may do anything this user can. `prefer`: they run in a sandbox if the
 * machine has one. `require`: they run in a sandbox or not at all.
 */
export type SandboxMode = "off" | "prefer" | "require";

/** Permissions of a sandboxed command. */
export interface SandboxOptions {
  /** Default `"off"`. */
  readonly sandbox?: SandboxMode;
  /**
   * Folders that commands may write to; everything else is read-only. `createToolRuntime` passes its roots.
   * Default: none.
   */
  readonly writableRoots?: readonly string[];
  /** Default `"on"`. `"off"` blocks all network access, even to this machine. */
  readonly network?: "on" | "off";
  /** Names below each writable root that stay read-only. Default: {@link SHIELDED_NAMES}. */
  readonly readOnlyNames?: readonly string[];
}

/**
 * Files that other programs execute or obey outside the sandbox: a command that wrote them could run code
 * there later.
 */
export const SHIELDED_NAMES = [
  ".git/hooks",
  ".git/config",
  ".husky",
  ".vscode",
  ".idea",
  ".mcp.json",
  ".claude",
  ".cursor",
  ".envrc",
] as const;
