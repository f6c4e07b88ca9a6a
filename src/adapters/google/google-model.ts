import type { Model } from "../../contract/index.js";
import { isRecord, type KeysOf, requireOptions } from "../../values/index.js";
import { askProvider, countedUsage, outputLimit, rawTurn, requireFewParts } from "../model-turns/index.js";
import type { GoogleClient, GoogleModelReply } from "./model-wire-types.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { streamContent } from "./stream-content.js";
import { PROVIDER, toContents } from "./to-contents.js";
import type { ToToolResultsOptions } from "./to-tool-results.js";
import { type ToToolsOptions, toTools } from "./to-tools.js";

/** Options of a model of the Gemini API. */
export interface GoogleModelOptions
  extends Pick<ToToolsOptions, "format" | "onWarning">,
    Pick<ToToolResultsOptions, "media"> {
  /** Name of the model in the API. */
  readonly model: string;
  /** Tokens of a reply, including its thoughts. Default: the API's. */
  readonly maxOutputTokens?: number;
  /** Further fields of the request's `config`: `thinkingConfig`, `temperature`, `safetySettings` ... */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Finish reasons of a usable, possibly incomplete, reply. */
const USABLE_ENDS: readonly unknown[] = [undefined, "STOP", "MAX_TOKENS", "FINISH_REASON_UNSPECIFIED"];

/** The names of all options. */
const OPTION_NAMES = {
  model: true,
  maxOutputTokens: true,
  config: true,
  format: true,
  onWarning: true,
  media: true,
} as const satisfies KeysOf<GoogleModelOptions>;

/**
 * Creates a `Model` from a client of `@google/genai`, or from any object with its `models.generateContent`.
 *
 * A turn is sent back unchanged, with its thought signatures. Rejects if the API refuses the request, with its status and
 * message, or blocked the prompt or reply.
 *
 * @example
 * const model = googleModel(new GoogleGenAI({ apiKey }), { model: "gemini-2.5-pro" });
 */
export function googleModel(client: GoogleClient, options: GoogleModelOptions): Model {
  requireOptions("googleModel", options, OPTION_NAMES);
  const { model, maxOutputTokens, config, format, media, onWarning } = options;
  return {
    name: model,
    async generate({ system, messages, tools, signal, maxOutputTokens: requested, onText }) {
      const wireTools = toTools(tools, {
        format,
        onWarning,
      });
      const limit = outputLimit(requested, maxOutputTokens);
      const request = {
        model,
        contents: toContents(messages, media === undefined ? {} : { media }),
        config: {
          ...(system !== undefined && system !== "" && { systemInstruction: system }),
          ...(wireTools.length > 0 && { tools: wireTools }),
          ...(limit !== undefined && { maxOutputTokens: limit }),
          ...config,
          abortSignal: signal,
        },
      };
      const reply = await askProvider("Google", signal, async () => {
        const { models } = client;
        if (onText === undefined || models.generateContentStream === undefined)
          return models.generateContent(request);
        return streamContent(await models.generateContentStream(request), onText);
      });
      const [candidate] = reply.candidates ?? [];
      requireFewParts("Google", isRecord(candidate?.content) ? candidate.content.parts : []);
      const toolCalls = parseToolCalls(reply, { tools });
      const text = textOf(candidate?.content);
      if (text === "" && toolCalls.length === 0) refuseBlocked(reply);
      return {
        text,
        toolCalls,
        ...usageOf(reply),
        ...(candidate?.finishReason === "MAX_TOKENS" && { truncated: true as const }),
        raw: rawTurn(PROVIDER, candidate?.content),
      };
    },
  };
}

/** Returns the visible text of a content, without thoughts. */
function textOf(content: unknown): string {
  if (!isRecord(content) || !Array.isArray(content.parts)) return "";
  return content.parts
    .flatMap((part) =>
      isRecord(part) && typeof part.text === "string" && part.thought !== true ? [part.text] : [],
    )
    .join("");
}

/** Throws for an empty reply, with the reason if it was blocked; after a malformed call the model may succeed on a retry. */
function refuseBlocked({ candidates, promptFeedback }: GoogleModelReply): void {
  const blocked = promptFeedback?.blockReason;
  if (blocked !== undefined) throw new Error(`Google: the prompt was blocked (${blocked}).`);
  const reason = candidates?.[0]?.finishReason;
  if (USABLE_ENDS.includes(reason) || reason === "MALFORMED_FUNCTION_CALL") return;
  throw new Error(`Google: the model returned no reply (${reason}).`);
}

function usageOf({ usageMetadata }: GoogleModelReply) {
  if (!isRecord(usageMetadata)) return {};
  const { promptTokenCount, toolUsePromptTokenCount, candidatesTokenCount, thoughtsTokenCount } =
    usageMetadata;
  return countedUsage(
    [promptTokenCount, toolUsePromptTokenCount],
    [candidatesTokenCount, thoughtsTokenCount],
  );
}
