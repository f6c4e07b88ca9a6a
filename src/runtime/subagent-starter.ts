import type { Subagents, ToolContext } from "../contract/index.js";

/** Makes the subagents of running calls. Lives above the runtime, because a subagent is a loop over its `executeBatch`. */
export interface SubagentStarter {
  /** What the call with this context may start. */
  of(context: ToolContext): Subagents;
}
