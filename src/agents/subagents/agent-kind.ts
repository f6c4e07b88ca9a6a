import type { AgentBudget, AnyTool, Model, PermissionRule, SubagentKind } from "../../contract/index.js";
import type { ToolSelection } from "../loop/index.js";

/** A kind of subagent with its prompt, tools, model and limits. */
export interface AgentKind extends SubagentKind {
  /** Its system prompt; the working directory and the instructions of the request are added. */
  readonly system: string;
  /** Narrows the parent's tools: canonical names, or a function. Default: all that its rights allow. */
  readonly tools?: ToolSelection;
  /** The model. Default: the runtime's. */
  readonly model?: Model;
  /** The budget. Default {@link DEFAULT_SUBAGENT_BUDGET}, limit by limit. A request can narrow it. */
  readonly budget?: AgentBudget;
  /** Rules that apply in addition to those of the parent: the strictest verdict counts. */
  readonly rules?: readonly PermissionRule[];
}

/** The budget of a subagent whose kind sets none. */
export const DEFAULT_SUBAGENT_BUDGET = {
  maxSteps: 50,
  maxTokens: 2_000_000,
  timeoutMs: 1_800_000,
} as const satisfies AgentBudget;

/** Returns whether a tool starts subagents. */
export function startsSubagents(tool: AnyTool): boolean {
  return tool.requires?.includes("model") === true;
}
