/**
 * `off`: commands may do whatever this user may. `prefer`: they run in a sandbox where the machine has one. `require`: they
 * run in a sandbox or not at all.
 */
export type SandboxMode = "off" | "prefer" | "require";

/** What a sandboxed command may do. */
export interface SandboxOptions {
  /** Default `"off"`. */
  readonly sandbox?: SandboxMode;
  /** Folders that commands may write to, everything else is read-only; `createToolRuntime` gives its roots. Default: none. */
  readonly writableRoots?: readonly string[];
  /** Default `"on"`. `"off"` leaves no network, not even that of the machine itself. */
  readonly network?: "on" | "off";
  /** Names below each writable root that stay read-only. Default: {@link SHIELDED_NAMES}. */
  readonly readOnlyNames?: readonly string[];
}

/**
 * What other programs run or obey outside of the sandbox: a command that could write it would only have to wait.
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
