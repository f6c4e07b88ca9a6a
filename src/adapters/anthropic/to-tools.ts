import { describe, rebuildInputSchema } from "../json-schema/index.js";
import { type ExportOptions, exportTools, type ToolDescriptor } from "../tool-export/index.js";
import { PARAMETER_NAME, TOOL_NAMES } from "./name-rules.js";
import type { AnthropicTool } from "./wire-types.js";

/** How `toTools` writes the list. */
export interface ToToolsOptions extends ExportOptions {
  /** Puts a prompt cache breakpoint with this lifetime behind the last tool. Default: none. */
  readonly cacheControl?: "5m" | "1h";
  /**
   * `"defer"` marks deferred tools with `defer_loading`, so that the API's own tool search, which the host adds to the list,
   * loads them; for `runtime.tools(undefined, { deferred: "all" })`. Default `"send"`: they are sent like all others.
   */
  readonly deferred?: "send" | "defer";
}

/**
 * The tools as the `tools` of a Messages API request.
 *
 * Each schema is rebuilt from what the API accepts. A constraint that it cannot hold is said in the description, and the
 * runtime enforces it all the same. A tool whose name the API refuses goes by another one; give `parseToolCalls` the same
 * tools, and calls come out with its own. A tool that cannot be sent at all (a repeated name, a root that is no object)
 * is left out with a warning: the API refuses the whole request for one bad tool. The same tools give the same bytes, so
 * prompt caching holds.
 *
 * @example
 * await client.messages.create({ model, max_tokens, messages, tools: toTools(runtime.tools()) });
 */
export function toTools(tools: readonly ToolDescriptor[], options: ToToolsOptions = {}): AnthropicTool[] {
  const { cacheControl, deferred = "send", ...exportOptions } = options;
  const converted = exportTools<AnthropicTool>(tools, {
    ...exportOptions,
    names: TOOL_NAMES,
    convert: (tool, name, warn) => {
      const { inputSchema, lost } = rebuildInputSchema(tool.inputSchema, warn, {
        parameterName: PARAMETER_NAME,
      });
      const description = describe(tool.description, lost);
      return {
        name,
        ...(description !== "" && { description }),
        input_schema: inputSchema,
        ...(deferred === "defer" && tool.deferred && { defer_loading: true }),
      };
    },
  });
  // The API takes no breakpoint on a tool that is not loaded.
  const last = converted.findLast((tool) => tool.defer_loading !== true);
  if (last !== undefined && cacheControl !== undefined) {
    last.cache_control = { type: "ephemeral", ttl: cacheControl };
  }
  return converted;
}
