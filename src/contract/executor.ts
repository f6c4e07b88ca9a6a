import type { AnyTool } from "./tool.js";
import type { ToolContext } from "./tool-context.js";
import type { ToolResult } from "./tool-result.js";

/** A call that was resolved, validated, judged and scheduled. */
export interface JudgedCall {
  readonly id: string;
  readonly requestedName: string;
  readonly tool: AnyTool;
  /** The canonical input; plain JSON as far as the tool's schema makes it so. */
  readonly input: unknown;
}

/**
 * Where a judged and scheduled call is carried out; in this process by default.
 *
 * Resolves to the call's result with its output rendered and bounded; rejects only when the executor itself broke.
 * What crosses this line is plain JSON plus the progress, ask and abort channels of the context.
 */
export interface Executor {
  run(call: JudgedCall, context: ToolContext): Promise<ToolResult>;
}
