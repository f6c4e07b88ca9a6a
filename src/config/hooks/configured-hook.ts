import type { HookDialect } from "./hook-dialect.js";
import type { HookEventName } from "./hook-event.js";
import type { HookMatcher } from "./matching/index.js";

/** A hook of a settings file. */
export interface ConfiguredHook {
  readonly dialect: HookDialect;
  readonly event: HookEventName;
  /** The name of the event in the file. */
  readonly eventName: string;
  readonly matcher: HookMatcher;
  readonly command: string;
  readonly timeoutMs: number;
  /** File and line, as the approver reads them. */
  readonly shown: string;
  readonly cwd: string;
  /** The permission rule of `if`, which restricts the calls of the hook. */
  readonly condition?: string | undefined;
  /** Whether the program does not wait for the hook, so that its answer decides nothing. */
  readonly isBackground?: boolean;
  /** Why the hook cannot run here. The calls that a hook before calls matches then ask. */
  readonly unsupported?: string | undefined;
}
