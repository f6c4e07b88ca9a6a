import type { Clock, Diagnostics, Search, WarmingRequest } from "../../../contract/index.js";
import type { LocalShell } from "../shell/index.js";
import type { LanguageServerDefinition } from "./language-server-definition.js";
import type { BuiltInServerName, KeptStarts } from "./servers/index.js";

/** Options of the language servers. */
export interface LanguageServersOptions {
  /**
   * `"ask"` (default): before a server starts for the first time, the host's rules and then its `onApproval`
   * decide, as for the same command in a shell. `"on-request"`: the same, but `onApproval` is asked only when
   * diagnostics are requested, never because a file changed. `"trusted"`: the host trusts its projects, and servers
   * start without a question.
   */
  readonly start?: "on-request" | "ask" | "trusted";
  /**
   * Servers of the host, preferred to the built-in ones; a server with the name of a built-in one replaces
   * it.
   */
  readonly servers?: readonly LanguageServerDefinition[];
  /** Built-in servers to look for. Default: all. */
  readonly builtIn?: readonly BuiltInServerName[];
}

/** Dependencies of the language servers. */
export interface LanguageServersDependencies {
  readonly shell: Pick<LocalShell, "startService">;
  readonly search: Pick<Search, "files" | "text">;
  /** The approver's answers that outlive this process. Default: none. */
  readonly answers?: Pick<KeptStarts, "of">;
  /** Default: the clock of this machine. */
  readonly clock?: Clock;
  /** Milliseconds; see `INITIALIZE_TIMEOUT_MS`. */
  readonly initializeTimeoutMs?: number;
}

/** Language servers of this machine, with a method that ends them. */
export interface LanguageServers extends Diagnostics {
  afterRead(paths: readonly string[], warming?: WarmingRequest): void;
  dispose(): Promise<void>;
}
