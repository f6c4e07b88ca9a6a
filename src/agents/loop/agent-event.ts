import type { ModelUsage, ToolCall, ToolResult } from "../../contract/index.js";
import type { AgentResult } from "./agent-result.js";

/**
 * Something that happened in an agent's loop, in this order within a step. The events of the calls themselves are those of
 * the runtime.
 */
export type AgentEvent =
  | { readonly type: "step-start"; readonly step: number }
  /** Old results were shortened before the model was asked; tokens are estimates. */
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

/** Observes a loop. What it throws is swallowed: watching an agent never changes it. */
export type AgentEventListener = (event: AgentEvent) => void;
