import type { AgentEnd, ModelMessage, ModelUsage, ToolCall, ToolResult } from "../../contract/index.js";

/** An event of an agent's loop, in this order within a step. The runtime emits the events of the calls. */
export type AgentEvent =
  | { readonly type: "step-start"; readonly step: number }
  /** Old results were shortened before the request to the model; tokens are estimates. */
  | {
      readonly type: "compaction";
      readonly step: number;
      readonly compacted: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    }
  | {
      readonly type: "model-reply";
      readonly step: number;
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      readonly usage: ModelUsage;
    }
  | { readonly type: "results"; readonly step: number; readonly results: readonly ToolResult[] }
  | { readonly type: "end"; readonly result: AgentResult };

/** Observes a loop. Its errors are ignored: a listener cannot change the agent. */
export type AgentEventListener = (event: AgentEvent) => void;

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
