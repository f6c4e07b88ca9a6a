import type {
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicNativeTool,
  AnthropicResultContent,
  AnthropicTextBlock,
  AnthropicTool,
  AnthropicToolResultBlock,
} from "./wire-types.js";

/** Tool call in a turn of the assistant. */
export interface AnthropicToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
}

/** Message of a request. */
export type AnthropicMessage =
  | {
      role: "user";
      content: (
        | AnthropicTextBlock
        | AnthropicImageBlock
        | AnthropicDocumentBlock
        | AnthropicToolResultBlock
        | AnthropicResultContent
      )[];
    }
  | { role: "assistant"; content: (AnthropicTextBlock | AnthropicToolUseBlock)[] };

/** Request that `anthropicModel` sends. */
export interface AnthropicRequest {
  model: string;
  max_tokens: number;
  system?: string;
  messages: AnthropicMessage[];
  tools?: (AnthropicTool | AnthropicNativeTool)[];
  container?: string;
}

/** A tool that the API runs itself, as an element of `tools`. */
export interface AnthropicServerTool {
  readonly type: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** Part of a reply that `anthropicModel` reads. */
export interface AnthropicModelReply {
  readonly content: readonly { readonly type: string }[];
  readonly stop_reason: string | null;
  readonly usage: object;
  /** The container in which the API ran its tools. */
  readonly container?: { readonly id: string } | null;
}

/** Part of a streamed reply that `anthropicModel` uses. */
export interface AnthropicStream {
  on(event: "text", listener: (delta: string) => void): unknown;
  finalMessage(): PromiseLike<AnthropicModelReply>;
}

/** Part of a Messages API client that `anthropicModel` uses; the SDK's client is assignable. */
export interface AnthropicClient {
  readonly messages: {
    create(request: AnthropicRequest, options: { signal: AbortSignal }): PromiseLike<AnthropicModelReply>;
    /** Streams a reply; without it, a reply is not streamed. */
    stream?(request: AnthropicRequest, options: { signal: AbortSignal }): AnthropicStream;
  };
}
