import type { Subagents, ToolContext } from "../../contract/index.js";

/** Makes the subagents of running calls. Lives above the runtime, because a subagent is a loop over its `executeBatch`. */
export interface SubagentStarter {
  /** What the call with this context may start. */
  of(context: ToolContext): Subagents;
}

/** Returns a starter that is made when the first subagent is wanted: it needs the runtime, which is made after its services. */
export function lateStarter(make: () => SubagentStarter): SubagentStarter {
  let made: SubagentStarter | undefined;
  return {
    of(context) {
      made ??= make();
      return made.of(context);
    },
  };
}
