import type { Model, ModelMessage, ModelRequest } from "../../contract/index.js";
import { isRecord, type KeysOf, requireOptions } from "../../values/index.js";
import { askProvider, countedUsage, outputLimit, rawTurn, requireFewParts } from "../model-turns/index.js";
import type {
  AnthropicClient,
  AnthropicMessage,
  AnthropicModelReply,
  AnthropicRequest,
  AnthropicServerTool,
} from "./model-wire-types.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { PROVIDER, toMessages } from "./to-messages.js";
import { type ToToolsOptions, toTools } from "./to-tools.js";
import type { AnthropicNativeTool } from "./wire-types.js";

/** Options of a model of the Messages API. */
export interface AnthropicModelOptions
  extends Pick<ToToolsOptions, "cacheControl" | "native" | "allowedCallers" | "inputExamples" | "onWarning"> {
  /** Name of the model in the API. */
  readonly model: string;
  /** Tokens of a reply; the API requires a number. Default {@link DEFAULT_MAX_OUTPUT_TOKENS}. */
  readonly maxOutputTokens?: number;
  /**
   * Tools that the API runs itself, in addition to those of the runtime: `{ type: "code_execution_20260521", name: "code_execution" }`.
   * With `allowedCallers`, programs of such a tool call the tools of the runtime; their container is used until the conversation ends.
   */
  readonly serverTools?: readonly AnthropicServerTool[];
  /** Further fields of the request: `thinking`, `temperature`, `metadata` ... */
  readonly request?: Readonly<Record<string, unknown>>;
}

/**
 * Default for the tokens of a reply. Without streaming, the SDK refuses longer replies ("may take longer than 10 minutes")
 * from about 21,333 tokens on.
 */
export const DEFAULT_MAX_OUTPUT_TOKENS = 16_000;

/** Continuations of one turn that the API paused. */
const MAX_PAUSES = 20;

/** The names of all options. */
const OPTION_NAMES = {
  model: true,
  maxOutputTokens: true,
  serverTools: true,
  request: true,
  cacheControl: true,
  native: true,
  allowedCallers: true,
  inputExamples: true,
  onWarning: true,
} as const satisfies KeysOf<AnthropicModelOptions>;

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
  requireOptions("anthropicModel", options, OPTION_NAMES);
  const {
    model,
    maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS,
    request: fields,
    cacheControl,
    native = false,
    allowedCallers,
    inputExamples,
    onWarning,
    serverTools = [],
  } = options;
  return {
    name: model,
    async generate({ system, messages, tools, signal, maxOutputTokens: requested, onText }) {
      const exportOptions = { cacheControl, allowedCallers, inputExamples, onWarning };
      const wireTools = native ? toTools(tools, { ...exportOptions, native }) : toTools(tools, exportOptions);
      const request = {
        model,
        max_tokens: outputLimit(requested, maxOutputTokens) ?? maxOutputTokens,
        ...(system !== undefined && system !== "" && { system }),
        messages: toMessages(messages),
        ...(wireTools.length + serverTools.length > 0 && {
          // The request has the types of the tools that it declares itself; the API checks these.
          tools: [...wireTools, ...(serverTools as readonly unknown[] as readonly AnthropicNativeTool[])],
        }),
        ...containerOf(messages),
        ...fields,
      };
      const ask = async (asked: AnthropicRequest) => {
        const reply = await askProvider("Anthropic", signal, () => send(client, asked, { signal, onText }));
        requireFewParts("Anthropic", reply.content);
        if (reply.stop_reason === "refusal") throw new Error("Anthropic: the model declined to answer.");
        return reply;
      };
      const reply = await toEnd(request, ask);
      return {
        text: textOf(reply),
        toolCalls: parseToolCalls(reply, { tools }),
        ...usageOf(reply),
        ...(isTruncated(reply) && { truncated: true as const }),
        raw: { ...rawTurn(PROVIDER, reply.content), ...containerIn(reply) },
      };
    },
  };
}

/** Sends a request; streams the reply if its text is shown while it is written, and the client can. */
function send(
  client: AnthropicClient,
  request: AnthropicRequest,
  { signal, onText }: { readonly signal: AbortSignal; readonly onText: ModelRequest["onText"] | undefined },
): PromiseLike<AnthropicModelReply> {
  if (onText === undefined || client.messages.stream === undefined)
    return client.messages.create(request, { signal });
  const stream = client.messages.stream(request, { signal });
  stream.on("text", onText);
  return stream.finalMessage();
}

/**
 * Asks until a turn is complete: the API ends a long turn in which it runs tools itself early, with `pause_turn`, and continues it when
 * it gets its content back. Returns the whole turn.
 */
async function toEnd(
  request: AnthropicRequest,
  ask: (request: AnthropicRequest) => Promise<AnthropicModelReply>,
): Promise<AnthropicModelReply> {
  let reply = await ask(request);
  for (let count = 0; reply.stop_reason === "pause_turn"; count += 1) {
    if (count === MAX_PAUSES)
      throw new Error(`Anthropic: the turn did not end after ${MAX_PAUSES} continuations.`);
    const { content: before, usage } = reply;
    const paused = { role: "assistant", content: before } as AnthropicMessage;
    const next = await ask({
      ...request,
      messages: [...request.messages, paused],
      ...containerIn(reply),
    });
    const content = [...list(before), ...list(next.content)];
    requireFewParts("Anthropic", content);
    const container = next.container ?? reply.container;
    reply = { ...next, content, usage: sumOf(usage, next.usage), ...(container && { container }) };
  }
  return reply;
}

function list(content: AnthropicModelReply["content"]): AnthropicModelReply["content"] {
  return Array.isArray(content) ? content : [];
}

/** Adds the counted tokens of two replies. */
function sumOf(first: object, second: object): Record<string, unknown> {
  const sum: Record<string, unknown> = { ...second };
  for (const [name, count] of Object.entries(first ?? {})) {
    const other = sum[name];
    if (typeof count === "number") sum[name] = typeof other === "number" ? count + other : count;
  }
  return sum;
}

/** Returns the field of a request that uses the container of the latest turn that had one. */
function containerOf(messages: readonly ModelMessage[]): { readonly container?: string } {
  for (const message of [...messages].reverse()) {
    if (message.role !== "assistant" || !isRecord(message.raw) || message.raw.provider !== PROVIDER) continue;
    if (typeof message.raw.container === "string") return { container: message.raw.container };
  }
  return {};
}

/** Returns the container of a reply, in which the API ran its tools. */
function containerIn({ container }: AnthropicModelReply): { readonly container?: string } {
  return isRecord(container) && typeof container.id === "string" ? { container: container.id } : {};
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
