import type { AgentEnd, ModelMessage, ModelUsage, ToolResult } from "../../contract/index.js";

/** The result of an agent's loop. */
export interface AgentResult {
  readonly ended: AgentEnd;
  /** Its answer; if it was stopped, its last text, which may be empty. */
  readonly text: string;
  /**
   * The whole conversation, which can be continued: every call in it has its result. Old results may have been
   * shortened.
   */
  readonly messages: readonly ModelMessage[];
  /** The number of turns that the model took. */
  readonly steps: number;
  readonly usage: ModelUsage;
  /**
   * Set if the provider did not report the usage of a turn: then `usage` contains an estimate for it, one token for
   * four characters.
   */
  readonly usageEstimated?: true;
  /** Files that its calls changed: absolute, in order, each once. */
  readonly trackFiles: readonly string[];
  /** One sentence, unless the agent finished: the cause of the stop and a remedy. */
  readonly problem?: string;
  /** The results that wait for an approval, for `runtime.resume`. */
  readonly blocked?: readonly ToolResult[];
}
