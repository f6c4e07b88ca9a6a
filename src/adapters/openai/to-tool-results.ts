import type { ToolResult } from "../../contract/index.js";
import {
  answeredResults,
  omittedPart,
  piecesMedia,
  piecesText,
  type ResultPiece,
  resultPieces,
  type ToToolResultsOptions as SharedOptions,
} from "../result-content/index.js";
import { type AnsweredCall, answeredCalls, nativeOutput } from "./native/index.js";
import { ACCEPTED_MEDIA, type OpenAIMedia, toMedia } from "./result-media.js";
import type {
  OpenAICallOutput,
  OpenAIChatContent,
  OpenAIChatToolMessage,
  OpenAIChatUserMessage,
  OpenAICustomToolCallOutput,
  OpenAIFunctionCallOutput,
  OpenAIReply,
} from "./wire-types.js";

/** Options of `toToolResults`. */
export interface ToToolResultsOptions extends SharedOptions {
  /** API of the answer. Default `"responses"`. */
  readonly api?: "responses" | "chat";
  /**
   * The reply with the calls that are answered: a `Response` or its `output`. Needed for calls of OpenAI's own tools and of custom
   * tools, whose answers have another type, and for calls of a program, whose answers name it. Only for the Responses API.
   */
  readonly reply?: OpenAIReply | undefined;
}

/**
 * Converts results to the items that answer a turn's calls in the Responses API, or to chat messages with `api: "chat"`.
 *
 * One for each result, in the given order. Text and JSON become text, images and PDF files become their own parts, anything
 * else becomes a note. Tool messages of a chat contain only text, so other content of a call follows them in one user
 * message. No output is empty.
 *
 * @example
 * input.push(...response.output, ...toToolResults(results));
 */
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions & { readonly api: "chat" },
): (OpenAIChatToolMessage | OpenAIChatUserMessage)[];
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions & { readonly api?: "responses"; readonly reply: OpenAIReply },
): OpenAICallOutput[];
export function toToolResults(
  results: readonly ToolResult[],
  options?: ToToolResultsOptions & { readonly api?: "responses" },
): OpenAIFunctionCallOutput[];
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions = {},
): OpenAICallOutput[] | (OpenAIChatToolMessage | OpenAIChatUserMessage)[] {
  const answered = answeredResults(results, options, { api: true, reply: true });
  if (options.api === "chat") return toChatMessages(answered.map(toAnswer));
  const calls = answeredCalls(options.reply);
  const outputs: OpenAICallOutput[] = [];
  for (const [index, result] of answered.entries()) {
    const call = calls.get(result.callId);
    // The results of one call with several commands follow each other, and have one answer.
    if (call !== undefined && call === calls.get(answered[index - 1]?.callId ?? "")) continue;
    const parts = call === undefined ? [] : answered.filter(({ callId }) => calls.get(callId) === call);
    const native = call === undefined ? undefined : nativeOutput(call, parts);
    outputs.push(native ?? toOutput(toAnswer(result), call));
  }
  return outputs;
}

function toAnswer(result: ToolResult): Answer {
  return {
    callId: result.callId,
    pieces: resultPieces(result, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA)),
  };
}

interface Answer {
  readonly callId: string;
  readonly pieces: readonly ResultPiece<OpenAIMedia>[];
}

function toOutput(
  { callId, pieces }: Answer,
  call: AnsweredCall | undefined,
): OpenAIFunctionCallOutput | OpenAICustomToolCallOutput {
  const item = {
    type: call?.type === "custom_tool_call" ? "custom_tool_call_output" : "function_call_output",
    call_id: callId,
    ...(call?.caller !== undefined && { caller: call.caller }),
  } as const;
  const [first] = pieces;
  if (first?.type === "text" && pieces.length === 1) return { ...item, output: first.text };
  return {
    ...item,
    output: pieces.map((piece) => {
      if (piece.type === "text") return { type: "input_text", text: piece.text };
      const { media } = piece;
      return media.type === "image"
        ? { type: "input_image", image_url: media.url, detail: "auto" }
        : { type: "input_file", filename: media.name, file_data: media.url };
    }),
  };
}

function toChatMessages(answers: readonly Answer[]): (OpenAIChatToolMessage | OpenAIChatUserMessage)[] {
  const messages = answers.map(
    ({ callId, pieces }): OpenAIChatToolMessage => ({
      role: "tool",
      tool_call_id: callId,
      content: piecesText(pieces) || "(shown below)",
    }),
  );
  const shown = answers.flatMap(({ callId, pieces }): OpenAIChatContent[] => {
    const media = piecesMedia(pieces);
    return media.length === 0
      ? []
      : [{ type: "text", text: `Shown by the call ${callId}:` }, ...media.map(toChatContent)];
  });
  return shown.length === 0 ? messages : [...messages, { role: "user", content: shown }];
}

function toChatContent(media: OpenAIMedia): OpenAIChatContent {
  return media.type === "image"
    ? { type: "image_url", image_url: { url: media.url } }
    : { type: "file", file: { filename: media.name, file_data: media.url } };
}
