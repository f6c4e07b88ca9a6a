import { type KeysOf, requireOptions } from "../../values/index.js";
import { describe, rebuildInputSchema } from "../json-schema/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportTools,
  type ToolDescriptor,
} from "../tool-export/index.js";
import { PARAMETER_NAME, TOOL_NAMES } from "./name-rules.js";
import type {
  AnthropicCaller,
  AnthropicNativeForm,
  AnthropicNativeTool,
  AnthropicTool,
} from "./wire-types.js";

/** Options of `toTools`. */
export interface ToToolsOptions extends ExportOptions {
  /** Adds a prompt cache breakpoint with this lifetime to the last tool. Default: none. */
  readonly cacheControl?: "5m" | "1h" | undefined;
  /**
   * `"defer"` marks deferred tools with `defer_loading`, so that the API's own tool search, which the host adds to the list,
   * loads them; use it with `runtime.tools(undefined, { deferred: "all" })`. Default `"send"`: they are sent like all
   * others.
   */
  readonly deferred?: "send" | "defer";
  /**
   * Whether tools that implement one of Anthropic's own tools are declared as that tool, without description and schema: those of the
   * toolset `anthropic`. Default false.
   */
  readonly native?: boolean;
  /** Returns who may call a tool: `"direct"`, or a version of code execution. Default: the default of the API, `["direct"]`. */
  readonly allowedCallers?: ((tool: ToolDescriptor) => readonly AnthropicCaller[] | undefined) | undefined;
  /** Returns inputs that show the model how to use a tool. Default: none. */
  readonly inputExamples?:
    | ((tool: ToolDescriptor) => readonly Readonly<Record<string, unknown>>[] | undefined)
    | undefined;
}

const OPTION_NAMES = {
  ...EXPORT_OPTION_NAMES,
  cacheControl: true,
  deferred: true,
  native: true,
  allowedCallers: true,
  inputExamples: true,
} as const satisfies KeysOf<ToToolsOptions>;

/**
 * Converts tools to the `tools` of a Messages API request.
 *
 * Each schema is rebuilt from what the API accepts. A constraint that the API's schema cannot express is stated in the
 * description, and the runtime still enforces it. A tool whose name the API refuses is renamed; pass the same tools to
 * `parseToolCalls` to restore the names. A tool that cannot be sent at all (a duplicate name, a root that is not an object)
 * is omitted with a warning, because the API refuses the whole request for one invalid tool. Equal tools produce equal
 * bytes, so prompt caching works.
 *
 * @example
 * await client.messages.create({ model, max_tokens, messages, tools: toTools(runtime.tools()) });
 */
export function toTools(
  tools: readonly ToolDescriptor[],
  options: ToToolsOptions & { readonly native: true },
): (AnthropicTool | AnthropicNativeTool)[];
export function toTools(
  tools: readonly ToolDescriptor[],
  options?: ToToolsOptions & { readonly native?: false },
): AnthropicTool[];
export function toTools(
  tools: readonly ToolDescriptor[],
  options: ToToolsOptions = {},
): AnthropicTool[] | (AnthropicTool | AnthropicNativeTool)[] {
  requireOptions("toTools", options, OPTION_NAMES);
  const {
    cacheControl,
    deferred = "send",
    native = false,
    allowedCallers,
    inputExamples,
    ...exportOptions
  } = options;
  const converted = exportTools<AnthropicTool | AnthropicNativeTool>(tools, {
    ...exportOptions,
    names: TOOL_NAMES,
    convert: (tool, name, warn) => {
      const callers = allowedCallers?.(tool);
      const examples = inputExamples?.(tool);
      const further = {
        ...(deferred === "defer" && tool.deferred && { defer_loading: true }),
        ...(callers !== undefined && { allowed_callers: [...callers] }),
        ...(examples !== undefined && { input_examples: [...examples] }),
      };
      const form = native ? tool.native?.anthropic : undefined;
      if (form !== undefined) return { ...(form as AnthropicNativeForm), ...further };
      const { inputSchema, lost } = rebuildInputSchema(tool.inputSchema, warn, {
        parameterName: PARAMETER_NAME,
      });
      const description = describe(tool.description, lost);
      return {
        name,
        ...(description !== "" && { description }),
        input_schema: inputSchema,
        ...further,
      };
    },
  });
  // The API accepts no breakpoint on a deferred tool.
  const last = converted.findLast((tool) => tool.defer_loading !== true);
  if (last !== undefined && cacheControl !== undefined) {
    last.cache_control = { type: "ephemeral", ttl: cacheControl };
  }
  return converted;
}
