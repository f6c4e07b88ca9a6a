import { ignoreRejectionsIn } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { createCallRunner, type RunOptions } from "../framework-calls/index.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { toToolResults } from "./to-tool-results.js";
import { type ToToolsOptions, toTools } from "./to-tools.js";
import type { OpenAIChatTool } from "./wire-types.js";

/** Options of `toRunnableTools`. */
export interface ToRunnableToolsOptions extends Omit<ToToolsOptions, "api">, RunOptions {
  /**
   * `"auto"` uses strict mode where it loses nothing. The client then parses the arguments itself, and throws if they are
   * truncated. Default `"off"`: the runtime answers truncated arguments.
   */
  readonly strict?: "auto" | "off";
}

/** Part of a runtime that `toRunnableTools` uses. */
export type RunnableRuntime = Pick<ToolRuntime, "tools" | "executeBatch">;

/** Tool with the function that `runTools` calls. */
export interface OpenAIRunnableTool {
  type: "function";
  function: OpenAIChatTool["function"] & {
    description: string;
    function: (written: string, runner: { readonly controller?: AbortController }) => Promise<string>;
  };
}

/**
 * Converts the tools of a runtime to tools that `client.chat.completions.runTools` runs.
 *
 * Each call uses the whole pipeline: repair, validation, permissions, scheduling, bounded output. Calls that the runner
 * starts together run as one batch. The runner accepts only text: a failure is a text that says so, and an image is a note.
 * It has no flow for approvals: pass `onApproval` to the runtime; without it the model reads that a call waits.
 *
 * @example
 * const runner = client.chat.completions.runTools({ model, messages, tools: toRunnableTools(runtime) });
 */
export function toRunnableTools(
  runtime: RunnableRuntime,
  options: ToRunnableToolsOptions = {},
): OpenAIRunnableTool[] {
  const { session, strict = "off", ...exportOptions } = options;
  const tools = runtime.tools(undefined, session === undefined ? {} : { session });
  const run = createCallRunner(runtime, { session });
  return toTools(tools, { ...exportOptions, strict, api: "chat" }).map(({ type, function: definition }) => ({
    type,
    function: {
      ...definition,
      description: definition.description ?? "",
      function: async (written, runner) => {
        for (const value of [written, runner]) ignoreRejectionsIn(value);
        // The runner does not pass on the id of the call.
        const id = crypto.randomUUID();
        const item = { type: "function_call", call_id: id, name: definition.name, arguments: written };
        const [call] = parseToolCalls([item], { tools });
        if (call === undefined) throw new Error(`The tool ${definition.name} was not called.`);
        const result = await run(call, { signal: runner?.controller?.signal });
        const [message, media] = toToolResults([result], { api: "chat" });
        const text = message?.role === "tool" ? message.content : "";
        return media === undefined
          ? text
          : `${text}\n[An image or a file that cannot be shown here was omitted.]`;
      },
    },
  }));
}
