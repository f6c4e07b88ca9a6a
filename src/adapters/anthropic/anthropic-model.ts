import type { Model } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { askProvider, countedUsage, outputLimit, rawTurn, requireFewParts } from "../model-turns/index.js";
import type { AnthropicClient, AnthropicModelReply } from "./model-wire-types.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { PROVIDER, toMessages } from "./to-messages.js";
import { type ToToolsOptions, toTools } from "./to-tools.js";

/** Options of a model of the Messages API. */
export interface AnthropicModelOptions
  extends Pick<ToToolsOptions, "cacheControl" | "native" | "allowedCallers" | "inputExamples" | "onWarning"> {
  /** Name of the model in the API. */
  readonly model: string;
  /** Tokens of a reply; the API requires a number. Default {@link DEFAULT_MAX_OUTPUT_TOKENS}. */
  readonly maxOutputTokens?: number;
  /** Further fields of the request: `thinking`, `temperature`, `metadata` ... */
  readonly request?: Readonly<Record<string, unknown>>;
}

/**
 * Default for the tokens of a reply. Without streaming, the SDK refuses longer replies ("may take longer than 10 minutes")
 * from about 21,333 tokens on.
 */
export const DEFAULT_MAX_OUTPUT_TOKENS = 16_000;

/**
 * Creates a `Model` from a client of `@anthropic-ai/sdk`, or from any object with its `messages.create`.
 *
 * A turn is sent back unchanged, so thought signatures are preserved. Rejects if the API refuses the request, with its
 * status and message, or if the model refuses to answer; never retries, because the client does.
 *
 * @example
 * const model = anthropicModel(new Anthropic(), { model: "claude-sonnet-4-5" });
 */
export function anthropicModel(client: AnthropicClient, options: AnthropicModelOptions): Model {
  const {
    model,
    maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS,
    request: fields,
    cacheControl,
    native = false,
    allowedCallers,
    inputExamples,
    onWarning,
  } = options;
  return {
    name: model,
    async generate({ system, messages, tools, signal, maxOutputTokens: requested }) {
      const exportOptions = { cacheControl, allowedCallers, inputExamples, onWarning };
      const wireTools = native ? toTools(tools, { ...exportOptions, native }) : toTools(tools, exportOptions);
      const request = {
        model,
        max_tokens: outputLimit(requested, maxOutputTokens) ?? maxOutputTokens,
        ...(system !== undefined && system !== "" && { system }),
        messages: toMessages(messages),
        ...(wireTools.length > 0 && { tools: wireTools }),
        ...fields,
      };
      const reply = await askProvider("Anthropic", signal, () => client.messages.create(request, { signal }));
      requireFewParts("Anthropic", reply.content);
      if (reply.stop_reason === "refusal") throw new Error("Anthropic: the model declined to answer.");
      return {
        text: textOf(reply),
        toolCalls: parseToolCalls(reply, { tools }),
        ...usageOf(reply),
        ...(isTruncated(reply) && { truncated: true as const }),
        raw: rawTurn(PROVIDER, reply.content),
      };
    },
  };
}

function textOf({ content }: AnthropicModelReply): string {
  if (!Array.isArray(content)) return "";
  return content.flatMap((block) => (block?.type === "text" ? [String(block.text)] : [])).join("");
}

function isTruncated({ stop_reason: reason }: AnthropicModelReply): boolean {
  return reason === "max_tokens" || reason === "model_context_window_exceeded";
}

function usageOf({ usage }: AnthropicModelReply) {
  if (!isRecord(usage)) return {};
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage;
  return countedUsage([input_tokens, cache_creation_input_tokens, cache_read_input_tokens], [output_tokens]);
}
