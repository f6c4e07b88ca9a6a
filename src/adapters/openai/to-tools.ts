import { isRecord, type KeysOf, requireOptions } from "../../values/index.js";
import { describe, rebuildInputSchema } from "../json-schema/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportTools,
  type ToolDescriptor,
  type WarnAbout,
} from "../tool-export/index.js";
import { toLooseSchema } from "./loose-schema.js";
import { TOOL_NAMES } from "./name-rules.js";
import { toStrictSchema } from "./strict-schema.js";
import type { OpenAICallers, OpenAIChatTool, OpenAIFunctionTool, OpenAINativeTool } from "./wire-types.js";

/** Limit of a description in Chat Completions: "string too long. Expected a string with maximum length 1024". */
const MAX_CHAT_DESCRIPTION_CHARACTERS = 1_024;

/** Options of `toTools`. */
export interface ToToolsOptions extends ExportOptions {
  /** API of the list. Default `"responses"`. */
  readonly api?: "responses" | "chat";
  /**
   * `"auto"` uses strict mode for each tool whose schema loses nothing: optional parameters become required and nullable.
   * `"off"` never does. Default `"auto"`.
   */
  readonly strict?: "auto" | "off";
}

/** Further options for the Responses API. */
export interface ToResponsesToolsOptions extends ToToolsOptions {
  readonly api?: "responses";
  /**
   * `"defer"` marks deferred tools with `defer_loading`, so that the API's own tool search, which the host adds to the list,
   * loads them; use it with `runtime.tools(undefined, { deferred: "all" })`. Default `"send"`: they are sent like all
   * others.
   */
  readonly deferred?: "send" | "defer";
  /**
   * Whether tools that implement one of OpenAI's own tools are declared as that tool, without a schema: those of the toolset `openai`,
   * and the free-form `apply_patch` of the toolset `codex`. Pass the reply to `toToolResults` then. Default false.
   */
  readonly native?: boolean;
  /** Returns who may call a tool: `"direct"` or `"programmatic"`. Default: the default of the API. */
  readonly allowedCallers?: ((tool: ToolDescriptor) => readonly OpenAICallers[] | undefined) | undefined;
}

const OPTION_NAMES = {
  ...EXPORT_OPTION_NAMES,
  api: true,
  strict: true,
  deferred: true,
  native: true,
  allowedCallers: true,
} as const satisfies KeysOf<ToResponsesToolsOptions>;

/**
 * Converts tools to the `tools` of a request to the Responses API, or to Chat Completions with `api: "chat"`.
 *
 * Each schema is rebuilt from what the APIs accept. A constraint that a schema cannot express is stated in the description,
 * and the runtime still enforces it. A tool whose name is refused is renamed; pass the same tools to `parseToolCalls` to
 * restore the names. A tool that cannot be sent at all is omitted with a warning, because the API refuses the whole request
 * for one invalid tool. `strict` is always set, because the Responses API enables it by default. Equal tools produce equal
 * bytes, so prompt caching works.
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
  options: ToResponsesToolsOptions & { readonly native: true },
): (OpenAIFunctionTool | OpenAINativeTool)[];
export function toTools(
  tools: readonly ToolDescriptor[],
  options?: ToResponsesToolsOptions & { readonly native?: false },
): OpenAIFunctionTool[];
export function toTools(
  tools: readonly ToolDescriptor[],
  options: ToToolsOptions & Omit<ToResponsesToolsOptions, "api"> = {},
): OpenAIChatTool[] | (OpenAIFunctionTool | OpenAINativeTool)[] {
  requireOptions("toTools", options, OPTION_NAMES);
  const {
    api = "responses",
    strict = "auto",
    deferred = "send",
    native = false,
    allowedCallers,
    ...exportOptions
  } = options;
  const shared = { ...exportOptions, names: TOOL_NAMES };
  if (api === "responses") {
    return exportTools<OpenAIFunctionTool | OpenAINativeTool>(tools, {
      ...shared,
      convert: (tool, name, warn) => {
        const callers = allowedCallers?.(tool);
        const allowed = callers === undefined ? {} : { allowed_callers: [...callers] };
        const form = native ? tool.native?.openai : undefined;
        if (form !== undefined) return nativeTool(form as unknown as OpenAINativeTool, allowed);
        const { description, ...rest } = toFunction(tool, strict, warn);
        return {
          type: "function",
          name,
          ...(description !== "" && { description }),
          ...rest,
          ...(deferred === "defer" && tool.deferred && { defer_loading: true }),
          ...allowed,
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

/** Adds the callers to a tool that OpenAI defines; `local_shell` has no such field. */
function nativeTool(
  form: OpenAINativeTool,
  allowed: { readonly allowed_callers?: OpenAICallers[] },
): OpenAINativeTool {
  return form.type === "local_shell" ? form : { ...form, ...allowed };
}

interface ConvertedFunction {
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: boolean;
}

function toFunction(tool: ToolDescriptor, mode: "auto" | "off", warn: WarnAbout): ConvertedFunction {
  const rebuilt = rebuildInputSchema(tool.inputSchema, warn);
  const { inputSchema } = rebuilt;
  // A schema without parameters states this explicitly, because some compatible services require it.
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

/** Moves a description that is too long to the schema's root, which has no limit. */
function shortened(converted: ConvertedFunction, warn: WarnAbout): ConvertedFunction {
  const { description, parameters } = converted;
  if (description.length <= MAX_CHAT_DESCRIPTION_CHARACTERS) return converted;
  const message = `The description has ${description.length} characters, and Chat Completions takes ${MAX_CHAT_DESCRIPTION_CHARACTERS}; the full text is in the description of the parameters.`;
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
