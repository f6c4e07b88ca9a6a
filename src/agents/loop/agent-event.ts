import type { ModelUsage, ToolCall, ToolResult } from "../../contract/index.js";
import type { AgentResult } from "./agent-result.js";

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
