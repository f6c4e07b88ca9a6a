import { ignoreRejectionsIn } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { createCallRunner, type RunOptions } from "../framework-calls/index.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { toToolResults } from "./to-tool-results.js";
import { type ToToolsOptions, toTools } from "./to-tools.js";
import type { AnthropicResultContent, AnthropicTool } from "./wire-types.js";

/** Options of `toRunnableTools`. */
export interface ToRunnableToolsOptions extends Omit<ToToolsOptions, "native">, RunOptions {}

/** Part of a runtime that `toRunnableTools` uses. */
export type RunnableRuntime = Pick<ToolRuntime, "tools" | "executeBatch">;

/** Tool with the functions that `toolRunner` calls. */
export interface AnthropicRunnableTool extends AnthropicTool {
  parse: (content: unknown) => unknown;
  run: (
    input: unknown,
    context?: { readonly toolUse: { readonly id: string }; readonly signal?: AbortSignal | null | undefined },
  ) => Promise<string | AnthropicResultContent[]>;
}

/**
 * Converts the tools of a runtime to tools that `client.beta.messages.toolRunner` runs.
 *
 * Each call uses the whole pipeline: repair, validation, permissions, scheduling, bounded output. Calls that the runner
 * starts together run as one batch. A failed call rejects, which the runner sends as a result with `is_error`. The runner
 * has no flow for approvals: pass `onApproval` to the runtime; without it the model reads that a call waits.
 *
 * @example
 * const reply = await client.beta.messages.toolRunner({ model, max_tokens, messages, tools: toRunnableTools(runtime) });
 */
export function toRunnableTools(
  runtime: RunnableRuntime,
  options: ToRunnableToolsOptions = {},
): AnthropicRunnableTool[] {
  const { session, ...exportOptions } = options;
  const tools = runtime.tools(undefined, session === undefined ? {} : { session });
  const run = createCallRunner(runtime, { session });
  return toTools(tools, exportOptions).map((tool) => ({
    ...tool,
    parse: (content) => content,
    run: async (input, context) => {
      for (const value of [input, context]) ignoreRejectionsIn(value);
      const { id = crypto.randomUUID() } = context?.toolUse ?? {};
      const block = { type: "tool_use", id, name: tool.name, input };
      const [call] = parseToolCalls([block], { tools });
      if (call === undefined) throw new Error(`The tool ${tool.name} was not called.`);
      const result = await run(call, { signal: context?.signal ?? undefined });
      const [answer] = toToolResults([result]).content;
      const content = answer?.type === "tool_result" ? answer.content : "";
      if (result.status === "done") return content;
      throw new Error(typeof content === "string" ? content : textOf(content));
    },
  }));
}

function textOf(content: readonly AnthropicResultContent[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
