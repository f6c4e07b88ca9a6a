import type {
  OpenAIChatContent,
  OpenAIChatTool,
  OpenAIChatToolMessage,
  OpenAIFunctionCallOutput,
  OpenAIFunctionTool,
  OpenAIInputFile,
  OpenAIInputImage,
  OpenAIInputText,
} from "./wire-types.js";

/** One item of the input of the Responses API. */
export type OpenAIInputItem =
  | { role: "user"; content: string | (OpenAIInputText | OpenAIInputImage | OpenAIInputFile)[] }
  | { role: "assistant"; content: string }
  | { type: "function_call"; call_id: string; name: string; arguments: string }
  | OpenAIFunctionCallOutput;

/** One message of a chat. */
export type OpenAIChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | OpenAIChatContent[] }
  | {
      role: "assistant";
      content: string | null;
      tool_calls?: { type: "function"; id: string; function: { name: string; arguments: string } }[];
    }
  | OpenAIChatToolMessage;

/** The request that `openaiModel` makes of the Responses API. */
export interface OpenAIResponsesRequest {
  model: string;
  instructions?: string;
  input: OpenAIInputItem[];
  tools?: OpenAIFunctionTool[];
  max_output_tokens?: number;
}

/** The request that `openaiModel` makes of Chat Completions. */
export interface OpenAIChatRequest {
  model: string;
  messages: OpenAIChatMessage[];
  tools?: OpenAIChatTool[];
  max_completion_tokens?: number;
}

/** What `openaiModel` reads of a response. */
export interface OpenAIModelResponse {
  readonly output: readonly { readonly type?: unknown }[];
  readonly status?: string | undefined;
  readonly incomplete_details?: { readonly reason?: string | undefined } | null;
  readonly error?: { readonly message: string } | null;
  readonly usage?: object | undefined;
}

/** What `openaiModel` reads of a chat completion. */
export interface OpenAIModelCompletion {
  readonly choices: readonly { readonly message: object; readonly finish_reason?: string | null }[];
  readonly usage?: object | null | undefined;
}

/** A client of the Responses API as far as `openaiModel` needs it; the SDK's fits. */
export interface OpenAIResponsesClient {
  readonly responses: {
    create(
      request: OpenAIResponsesRequest,
      options: { signal: AbortSignal },
    ): PromiseLike<OpenAIModelResponse>;
  };
}

/** A client of Chat Completions as far as `openaiModel` needs it; the SDK's fits. */
export interface OpenAIChatClient {
  readonly chat: {
    readonly completions: {
      create(
        request: OpenAIChatRequest,
        options: { signal: AbortSignal },
      ): PromiseLike<OpenAIModelCompletion>;
    };
  };
}
