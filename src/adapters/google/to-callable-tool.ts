import type { ToolRuntime } from "../../runtime/index.js";
import type { RunOptions } from "../framework-calls/index.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { type ToToolResultsOptions, toToolResults } from "./to-tool-results.js";
import { type ToToolsOptions, toTools } from "./to-tools.js";
import type { GoogleResultContent, GoogleTool } from "./wire-types.js";

/** Options of `toCallableTool`. */
export interface ToCallableToolOptions
  extends ToToolsOptions,
    RunOptions,
    Pick<ToToolResultsOptions, "media"> {}

/** Part of a runtime that `toCallableTool` uses. */
export type CallableRuntime = Pick<ToolRuntime, "tools" | "executeBatch">;

/** Tool that the SDK of Gemini calls itself. */
export interface GoogleCallableTool {
  tool(): Promise<GoogleTool>;
  callTool(functionCalls: object[]): Promise<GoogleResultContent["parts"]>;
}

/**
 * Converts the tools of a runtime to one callable tool for the automatic function calling of `@google/genai`.
 *
 * The calls of a turn run as one batch through the whole pipeline: repair, validation, permissions, scheduling, bounded
 * output. A failure is a response with `error`, never thrown. The SDK has no flow for approvals: pass `onApproval` to the
 * runtime; without it the model reads that a call waits.
 *
 * @example
 * await ai.models.generateContent({ model, contents, config: { tools: [toCallableTool(runtime)] } });
 */
export function toCallableTool(
  runtime: CallableRuntime,
  options: ToCallableToolOptions = {},
): GoogleCallableTool {
  const { session, media, ...exportOptions } = options;
  const tools = runtime.tools(undefined, session === undefined ? {} : { session });
  return {
    tool: async () => toTools(tools, exportOptions)[0] ?? { functionDeclarations: [] },
    callTool: async (functionCalls) => {
      const parts = functionCalls.map((functionCall) => ({ functionCall }));
      const results = await runtime.executeBatch(parseToolCalls(parts, { tools }), { session });
      return toToolResults(results, media === undefined ? {} : { media }).parts;
    },
  };
}
