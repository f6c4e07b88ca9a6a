import type { AgentEnd, ModelMessage, ModelUsage, ToolResult } from "../../contract/index.js";

/** How an agent's loop ended, and what came of it. */
export interface AgentResult {
  readonly ended: AgentEnd;
  /** Its answer; where it was stopped, what it had said last, which may be nothing. */
  readonly text: string;
  /**
   * The whole conversation, ready to be gone on with: every call in it has its result. Old results may have been shortened.
   */
  readonly messages: readonly ModelMessage[];
  /** Turns that the model took. */
  readonly steps: number;
  readonly usage: ModelUsage;
  /** Set where the provider did not say what a turn took: then `usage` holds an estimate for it, a token for four characters. */
  readonly usageEstimated?: true;
  /** Files that its calls changed: absolute, in order, each once. */
  readonly trackFiles: readonly string[];
  /** One sentence, where it did not end by itself: what stopped it and what may be done. */
  readonly problem?: string;
  /** The results that wait for an approval, for `runtime.resume`. */
  readonly blocked?: readonly ToolResult[];
}
