import { isRecord } from "../../values/index.js";
import { describe, rebuildInputSchema } from "../json-schema/index.js";
import {
  type ExportOptions,
  exportTools,
  type ToolDescriptor,
  type WarnAbout,
} from "../tool-export/index.js";
import { toLooseSchema } from "./loose-schema.js";
import { TOOL_NAMES } from "./name-rules.js";
import { toStrictSchema } from "./strict-schema.js";
import type { OpenAIChatTool, OpenAIFunctionTool } from "./wire-types.js";

/** How long a description may be in Chat Completions: "string too long. Expected a string with maximum length 1024". */
const MAX_CHAT_DESCRIPTION_CHARACTERS = 1_024;

/** How `toTools` writes the list. */
export interface ToToolsOptions extends ExportOptions {
  /** Which API the list is for. Default `"responses"`. */
  readonly api?: "responses" | "chat";
  /**
   * `"auto"` uses strict mode for each tool whose schema loses nothing by it: optional parameters become required and may
   * be null. `"off"` never does. Default `"auto"`.
   */
  readonly strict?: "auto" | "off";
}

/** What the Responses API can do besides. */
export interface ToResponsesToolsOptions extends ToToolsOptions {
  readonly api?: "responses";
  /**
   * `"defer"` marks deferred tools with `defer_loading`, so that the API's own tool search, which the host adds to the list,
   * loads them; for `runtime.tools(undefined, { deferred: "all" })`. Default `"send"`: they are sent like all others.
   */
  readonly deferred?: "send" | "defer";
}

/**
 * The tools as the `tools` of a request to the Responses API, or to Chat Completions with `api: "chat"`.
 *
 * Each schema is rebuilt from what the APIs accept. A constraint that a schema cannot hold is said in the description,
 * and the runtime enforces it all the same. A tool whose name is refused goes by another one; give `parseToolCalls` the
 * same tools, and calls come out with its own. A tool that cannot be sent at all is left out with a warning: the API
 * refuses the whole request for one bad tool. `strict` is always said, because the Responses API takes silence for a yes.
 * The same tools give the same bytes, so prompt caching holds.
 *
 * @example
 * await client.responses.create({ model, input, tools: toTools(runtime.tools()) });
 */
export function toTools(
  tools: readonly ToolDescriptor[],
  options: ToToolsOptions & { readonly api: "chat" },
): OpenAIChatTool[];
export function toTools(
  tools: readonly ToolDescriptor[],
  options?: ToResponsesToolsOptions,
): OpenAIFunctionTool[];
export function toTools(
  tools: readonly ToolDescriptor[],
  options: ToToolsOptions & Pick<ToResponsesToolsOptions, "deferred"> = {},
): OpenAIChatTool[] | OpenAIFunctionTool[] {
  const { api = "responses", strict = "auto", deferred = "send", ...exportOptions } = options;
  const shared = { ...exportOptions, names: TOOL_NAMES };
  if (api === "responses") {
    return exportTools<OpenAIFunctionTool>(tools, {
      ...shared,
      convert: (tool, name, warn) => {
        const { description, ...rest } = toFunction(tool, strict, warn);
        return {
          type: "function",
          name,
          ...(description !== "" && { description }),
          ...rest,
          ...(deferred === "defer" && tool.deferred && { defer_loading: true }),
        };
      },
    });
  }
  return exportTools<OpenAIChatTool>(tools, {
    ...shared,
    convert: (tool, name, warn) => {
      const { description, parameters, strict: isStrict } = shortened(toFunction(tool, strict, warn), warn);
      const described = { ...(description !== "" && { description }), parameters, strict: isStrict };
      return { type: "function", function: { name, ...described } };
    },
  });
}

interface ConvertedFunction {
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: boolean;
}

function toFunction(tool: ToolDescriptor, mode: "auto" | "off", warn: WarnAbout): ConvertedFunction {
  const rebuilt = rebuildInputSchema(tool.inputSchema, warn);
  const { inputSchema } = rebuilt;
  // A schema without parameters says so, as some compatible services want it.
  const root = { ...inputSchema, properties: inputSchema.properties ?? {} };
  if (mode === "auto" && rebuilt.lost.length === 0) {
    const strict = toStrictSchema(root);
    if ("schema" in strict) {
      return { description: describe(tool.description, []), parameters: strict.schema, strict: true };
    }
    warn({ type: "not-strict", message: `The tool is sent without strict mode: ${strict.reason}.` });
  }
  const loose = toLooseSchema(root, warn);
  return {
    description: describe(tool.description, [...rebuilt.lost, ...loose.lost]),
    parameters: loose.schema,
    strict: false,
  };
}

/** A description that is too long goes whole to the schema's root, where nothing limits it. */
function shortened(converted: ConvertedFunction, warn: WarnAbout): ConvertedFunction {
  const { description, parameters } = converted;
  if (description.length <= MAX_CHAT_DESCRIPTION_CHARACTERS) return converted;
  const message = `The description has ${description.length} characters, and Chat Completions takes ${MAX_CHAT_DESCRIPTION_CHARACTERS}; the whole of it is in the description of the parameters.`;
  warn({ type: "moved-to-description", path: "", message });
  const ending = " ... (continued in the description of the parameters)";
  const start = description.slice(0, MAX_CHAT_DESCRIPTION_CHARACTERS - ending.length);
  const own =
    isRecord(parameters) && typeof parameters.description === "string" ? parameters.description : "";
  return {
    ...converted,
    description: start + ending,
    parameters: { ...parameters, description: own === "" ? description : `${description}\n\n${own}` },
  };
}
