import type { HookDialect } from "./hook-dialect.js";
import type { HookEventName } from "./hook-event.js";
import type { HookMatcher } from "./hook-matcher.js";

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
}
