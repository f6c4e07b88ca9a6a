import type { Subagents, ToolContext } from "../../contract/index.js";

/**
 * Creates the subagents of running calls. It depends on the runtime, because a subagent is a loop over its
 * `executeBatch`.
 */
export interface SubagentStarter {
  /** Returns the subagents that the call with this context may start. */
  of(context: ToolContext): Subagents;
}

/**
 * Returns a starter that is created when the first subagent is needed: it needs the runtime, which is created after
 * its services.
 */
export function lateStarter(make: () => SubagentStarter): SubagentStarter {
  let made: SubagentStarter | undefined;
  return {
    of(context) {
      made ??= make();
      return made.of(context);
    },
  };
}
