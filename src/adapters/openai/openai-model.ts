import type { Model, ModelReply, ModelRequest } from "../../contract/index.js";
import { isRecord, type KeysOf, requireOptions, withoutUndefined } from "../../values/index.js";
import { askProvider, countedUsage, outputLimit, rawTurn, requireFewParts } from "../model-turns/index.js";
import type {
  OpenAIChatClient,
  OpenAIModelCompletion,
  OpenAIModelResponse,
  OpenAIResponsesClient,
  OpenAIServerTool,
} from "./model-wire-types.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { streamCompletion, streamResponse } from "./stream-reply.js";
import { CHAT, toChatMessages } from "./to-chat-messages.js";
import { RESPONSES, toInput } from "./to-input.js";
import { type ToResponsesToolsOptions, type ToToolsOptions, toTools } from "./to-tools.js";

/** Options of a model of OpenAI or a compatible service. */
export interface OpenAIModelOptions
  extends Pick<ToToolsOptions, "strict" | "onWarning">,
    Pick<ToResponsesToolsOptions, "native" | "allowedCallers"> {
  /** Name of the model in the API. */
  readonly model: string;
  /** API to use. Default `"responses"`; most compatible services support only `"chat"`. */
  readonly api?: "responses" | "chat";
  /** Tokens of a reply, including its reasoning. Default: the API's. */
  readonly maxOutputTokens?: number;
  /**
   * Tools that the Responses API runs itself, in addition to those of the runtime: `{ type: "programmatic_tool_calling" }`. With
   * `allowedCallers`, its programs call the tools of the runtime.
   */
  readonly serverTools?: readonly OpenAIServerTool[];
  /**
   * Further fields of the request: `reasoning`, `temperature` ... If nothing may be stored, `store: false` together with
   * `include: ["reasoning.encrypted_content"]` keeps the reasoning in the conversation.
   */
  readonly request?: Readonly<Record<string, unknown>>;
}

type Asked = Omit<ModelRequest, "signal">;

/** The names of all options. */
const OPTION_NAMES = {
  model: true,
  api: true,
  maxOutputTokens: true,
  serverTools: true,
  request: true,
  strict: true,
  onWarning: true,
  native: true,
  allowedCallers: true,
} as const satisfies KeysOf<OpenAIModelOptions>;

/**
 * Creates a `Model` from a client of `openai`, or from any object with its `responses.create` or `chat.completions.create`.
 *
 * A turn is sent back unchanged, with its reasoning items. Rejects if the API refuses the request, with its status and
 * message, or filtered the reply; never retries, because the client does.
 *
 * @example
 * const model = openaiModel(new OpenAI(), { model: "gpt-5" });
 */
export function openaiModel(
  client: OpenAIChatClient,
  options: OpenAIModelOptions & { readonly api: "chat" },
): Model;
export function openaiModel(
  client: OpenAIResponsesClient,
  options: OpenAIModelOptions & { readonly api?: "responses" },
): Model;
export function openaiModel(
  client: OpenAIChatClient | OpenAIResponsesClient,
  options: OpenAIModelOptions,
): Model {
  requireOptions("openaiModel", options, OPTION_NAMES);
  return {
    name: options.model,
    async generate({ signal, ...asked }) {
      if (options.api === "chat") {
        const request = chatRequest(asked, options);
        const { completions } = (client as OpenAIChatClient).chat;
        const { onText } = asked;
        const ask = async () => {
          if (onText === undefined) return completions.create(request, { signal });
          const streamed = { stream: true, stream_options: { include_usage: true }, ...request };
          return streamCompletion(await completions.create(streamed, { signal }), onText);
        };
        return fromCompletion(await askProvider("OpenAI", signal, ask), asked);
      }
      const request = responsesRequest(asked, options);
      const { responses } = client as OpenAIResponsesClient;
      const { onText } = asked;
      const ask = async () => {
        if (onText === undefined) return responses.create(request, { signal });
        const streamed = { ...request, stream: true };
        return streamResponse(await responses.create(streamed, { signal }), onText);
      };
      return fromResponse(await askProvider("OpenAI", signal, ask), asked);
    },
  };
}

function responsesRequest({ system, messages, tools, maxOutputTokens }: Asked, options: OpenAIModelOptions) {
  const { native = false, allowedCallers, serverTools = [] } = options;
  const further = { ...exportOptions(options), allowedCallers };
  const wireTools = native ? toTools(tools, { ...further, native }) : toTools(tools, further);
  const limit = outputLimit(maxOutputTokens, options.maxOutputTokens);
  return {
    model: options.model,
    ...(system !== undefined && system !== "" && { instructions: system }),
    input: toInput(messages),
    ...(wireTools.length + serverTools.length > 0 && {
      // The request has the types of the tools that it declares itself; the API checks these.
      tools: [...wireTools, ...(serverTools as readonly unknown[] as typeof wireTools)],
    }),
    ...(limit !== undefined && { max_output_tokens: limit }),
    ...options.request,
  };
}

function chatRequest({ system, messages, tools, maxOutputTokens }: Asked, options: OpenAIModelOptions) {
  const wireTools = toTools(tools, { ...exportOptions(options), api: "chat" });
  const limit = outputLimit(maxOutputTokens, options.maxOutputTokens);
  return {
    model: options.model,
    messages: toChatMessages(system, messages),
    ...(wireTools.length > 0 && { tools: wireTools }),
    ...(limit !== undefined && { max_completion_tokens: limit }),
    ...options.request,
  };
}

function exportOptions({ strict, onWarning }: OpenAIModelOptions) {
  return withoutUndefined({ strict, onWarning });
}

function fromResponse(response: OpenAIModelResponse, { tools }: Asked): ModelReply {
  const { output, status, error, incomplete_details: details, usage } = response;
  if (status === "failed" || error) throw new Error(`OpenAI: ${error?.message ?? "the response failed."}`);
  if (details?.reason === "content_filter") throw filtered();
  requireFewParts("OpenAI", output);
  const counts = isRecord(usage) ? usage : {};
  return {
    text: outputText(output),
    toolCalls: parseToolCalls(response, { tools }),
    ...countedUsage([counts.input_tokens], [counts.output_tokens]),
    ...(status === "incomplete" && { truncated: true as const }),
    raw: rawTurn(RESPONSES, output),
  };
}

function fromCompletion(completion: OpenAIModelCompletion, { tools }: Asked): ModelReply {
  const [choice] = completion.choices ?? [];
  if (!isRecord(choice)) throw new Error("OpenAI: the completion has no choice.");
  if (choice.finish_reason === "content_filter") throw filtered();
  const message = isRecord(choice.message) ? choice.message : {};
  requireFewParts("OpenAI", message.tool_calls);
  const counts = isRecord(completion.usage) ? completion.usage : {};
  const text = [message.content, message.refusal].find((each) => typeof each === "string" && each !== "");
  return {
    text: typeof text === "string" ? text : "",
    toolCalls: parseToolCalls(completion, { tools }),
    ...countedUsage([counts.prompt_tokens], [counts.completion_tokens]),
    ...(choice.finish_reason === "length" && { truncated: true as const }),
    raw: rawTurn(CHAT, choice.message),
  };
}

function outputText(output: OpenAIModelResponse["output"]): string {
  if (!Array.isArray(output)) return "";
  const parts = output.flatMap((item) =>
    isRecord(item) && item.type === "message" && Array.isArray(item.content) ? item.content : [],
  );
  requireFewParts("OpenAI", parts);
  return parts
    .map((part) => (part?.type === "output_text" ? part.text : part?.type === "refusal" ? part.refusal : ""))
    .filter((text) => typeof text === "string")
    .join("");
}

function filtered(): Error {
  return new Error("OpenAI: the content policy blocked the reply.");
}
