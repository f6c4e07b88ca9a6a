import type {
  OpenAICallOutput,
  OpenAIChatContent,
  OpenAIChatTool,
  OpenAIChatToolMessage,
  OpenAIFunctionTool,
  OpenAIInputFile,
  OpenAIInputImage,
  OpenAIInputText,
  OpenAINativeTool,
} from "./wire-types.js";

/** Item of the input of the Responses API. */
export type OpenAIInputItem =
  | { role: "user"; content: string | (OpenAIInputText | OpenAIInputImage | OpenAIInputFile)[] }
  | { role: "assistant"; content: string }
  | { type: "function_call"; call_id: string; name: string; arguments: string }
  | OpenAICallOutput;

/** Message of a chat. */
export type OpenAIChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | OpenAIChatContent[] }
  | {
      role: "assistant";
      content: string | null;
      tool_calls?: { type: "function"; id: string; function: { name: string; arguments: string } }[];
    }
  | OpenAIChatToolMessage;

/** Request that `openaiModel` sends to the Responses API. */
export interface OpenAIResponsesRequest {
  model: string;
  instructions?: string;
  input: OpenAIInputItem[];
  tools?: (OpenAIFunctionTool | OpenAINativeTool)[];
  max_output_tokens?: number;
}

/** Request that `openaiModel` sends to Chat Completions. */
export interface OpenAIChatRequest {
  model: string;
  messages: OpenAIChatMessage[];
  tools?: OpenAIChatTool[];
  max_completion_tokens?: number;
}

/** Part of a response that `openaiModel` reads. */
export interface OpenAIModelResponse {
  readonly output: readonly { readonly type?: unknown }[];
  readonly status?: string | undefined;
  readonly incomplete_details?: { readonly reason?: string | undefined } | null;
  readonly error?: { readonly message: string } | null;
  readonly usage?: object | undefined;
}

/** Part of a chat completion that `openaiModel` reads. */
export interface OpenAIModelCompletion {
  readonly choices: readonly { readonly message: object; readonly finish_reason?: string | null }[];
  readonly usage?: object | null | undefined;
}

/** Part of a Responses API client that `openaiModel` uses; the SDK's client is assignable. */
export interface OpenAIResponsesClient {
  readonly responses: {
    create(
      request: OpenAIResponsesRequest,
      options: { signal: AbortSignal },
    ): PromiseLike<OpenAIModelResponse>;
  };
}

/** Part of a Chat Completions client that `openaiModel` uses; the SDK's client is assignable. */
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

/** A tool that the Responses API runs itself, as an element of `tools`. */
export interface OpenAIServerTool {
  readonly type: string;
  readonly [field: string]: unknown;
}
