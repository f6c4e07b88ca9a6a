import type { Model } from "../../contract/index.js";
import { isRecord, type KeysOf, requireOptions } from "../../values/index.js";
import { askProvider, countedUsage, outputLimit, rawTurn, requireFewParts } from "../model-turns/index.js";
import { parseArguments } from "../tool-calls/index.js";
import { type ExportOptions, exportDefinitions } from "../tool-export/index.js";
import type {
  AiSdkLanguageModel,
  AiSdkModelReply,
  AiSdkModelRequest,
  AiSdkPart,
} from "./model-wire-types.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { streamParts } from "./stream-parts.js";
import { PROVIDER, toPrompt } from "./to-prompt.js";

/** Options of a model of the AI SDK. */
export interface AiSdkModelOptions extends ExportOptions {
  /** Tokens of a reply. Default: the provider's. */
  readonly maxOutputTokens?: number;
  /** Further options of the call: `providerOptions`, `temperature`, `headers` ... */
  readonly request?: Readonly<Record<string, unknown>>;
}

/** The names of all options. */
const OPTION_NAMES = {
  maxOutputTokens: true,
  request: true,
  onWarning: true,
} as const satisfies KeysOf<AiSdkModelOptions>;

/**
 * Creates a `Model` from a language model of the AI SDK, as a provider's package returns it, of version 2, 3 or 4
 * of the specification.
 *
 * A turn is sent back unchanged, with the provider's metadata, so thought signatures are preserved. Rejects if the provider
 * refuses the request, with its status and message; never retries.
 *
 * @example
 * const model = aiSdkModel(anthropic("claude-sonnet-4-5"));
 */
export function aiSdkModel(languageModel: AiSdkLanguageModel, options: AiSdkModelOptions = {}): Model {
  requireOptions("aiSdkModel", options, OPTION_NAMES);
  const { maxOutputTokens, request: fields, ...exportOptions } = options;
  const { modelId, provider, specificationVersion } = languageModel;
  return {
    name: modelId,
    async generate({ system, messages, tools, signal, maxOutputTokens: requested, onText }) {
      const definitions = exportDefinitions(tools, exportOptions);
      const limit = outputLimit(requested, maxOutputTokens);
      const request: AiSdkModelRequest = {
        prompt: toPrompt(system, messages, specificationVersion),
        ...(definitions.length > 0 && {
          tools: definitions.map(({ name, description, schema }) => ({
            type: "function",
            name,
            ...(description !== "" && { description }),
            inputSchema: schema,
          })),
        }),
        ...(limit !== undefined && { maxOutputTokens: limit }),
        ...fields,
        abortSignal: signal,
      };
      const reply = await askProvider(provider, signal, async () => {
        if (onText === undefined || languageModel.doStream === undefined)
          return languageModel.doGenerate(request as never);
        const { stream } = await languageModel.doStream(request as never);
        return streamParts(provider, stream, onText);
      });
      requireFewParts(provider, reply.content);
      const reason = isRecord(reply.finishReason) ? reply.finishReason.unified : reply.finishReason;
      if (reason === "content-filter") {
        throw new Error(`${provider}: the content policy blocked the reply.`);
      }
      if (reason === "interrupted") {
        throw new Error(`${provider}: the stream ended before the reply was complete.`);
      }
      return {
        text: textOf(reply),
        toolCalls: parseToolCalls(reply.content, { tools }),
        ...usageOf(reply),
        ...(reason === "length" && { truncated: true as const }),
        raw: rawTurn(PROVIDER, partsOf(reply)),
      };
    },
  };
}

function textOf({ content }: AiSdkModelReply): string {
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part) =>
      isRecord(part) && part.type === "text" && typeof part.text === "string" ? [part.text] : [],
    )
    .join("");
}

/** Converts the reply for the next prompt: the provider's metadata becomes provider options. */
function partsOf({ content }: AiSdkModelReply): AiSdkPart[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part): AiSdkPart[] => {
    if (!isRecord(part)) return [];
    const { type, providerMetadata, providerExecuted } = part;
    const noted = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
    switch (type) {
      case "text":
        return part.text === "" ? [] : [{ type, text: part.text, ...noted }];
      case "reasoning":
        return [{ type, text: part.text, ...noted }];
      case "file":
      case "reasoning-file":
        return [{ type, data: part.data, mediaType: part.mediaType, ...noted }];
      case "custom":
        return [{ type, kind: part.kind, ...noted }];
      case "tool-call": {
        const { toolCallId, toolName, input } = part;
        const executed = providerExecuted === true ? { providerExecuted } : {};
        return [{ type, toolCallId, toolName, input: parseArguments(input), ...executed, ...noted }];
      }
      case "tool-result": {
        const { toolCallId, toolName, result } = part;
        return [{ type, toolCallId, toolName, output: { type: "json", value: result }, ...noted }];
      }
      default:
        return [];
    }
  });
}

function usageOf({ usage }: AiSdkModelReply) {
  if (!isRecord(usage)) return {};
  return countedUsage([totalOf(usage.inputTokens)], [totalOf(usage.outputTokens)]);
}

/** Returns a token count: version 2 has numbers, later versions have parts with a total. */
function totalOf(count: unknown): unknown {
  return isRecord(count) ? count.total : count;
}
