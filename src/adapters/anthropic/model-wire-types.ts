import type {
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicResultContent,
  AnthropicTextBlock,
  AnthropicTool,
  AnthropicToolResultBlock,
} from "./wire-types.js";

/** A call of a tool in a turn of the assistant. */
export interface AnthropicToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
}

/** One message of a request. */
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

/** The request that `anthropicModel` makes. */
export interface AnthropicRequest {
  model: string;
  max_tokens: number;
  system?: string;
  messages: AnthropicMessage[];
  tools?: AnthropicTool[];
}

/** What `anthropicModel` reads of a reply. */
export interface AnthropicModelReply {
  readonly content: readonly { readonly type: string }[];
  readonly stop_reason: string | null;
  readonly usage: object;
}

/** A client of the Messages API as far as `anthropicModel` needs it; the SDK's fits. */
export interface AnthropicClient {
  readonly messages: {
    create(request: AnthropicRequest, options: { signal: AbortSignal }): PromiseLike<AnthropicModelReply>;
  };
}
