/**
 * Types of the Responses and Chat Completions APIs that this adapter writes, declared structurally: the package works
 * without the vendor's SDK. A test checks that each is assignable to the SDK's own type.
 */

/** Element of `tools` of the Responses API. */
export interface OpenAIFunctionTool {
  type: "function";
  name: string;
  description?: string;
  parameters: Record<string, unknown>;
  strict: boolean;
  defer_loading?: boolean;
}

/** Element of `tools` of the Chat Completions API. */
export interface OpenAIChatTool {
  type: "function";
  function: {
    name: string;
    description?: string;
    parameters: Record<string, unknown>;
    strict: boolean;
  };
}

/** Piece of text in the output of a call. */
export interface OpenAIInputText {
  type: "input_text";
  text: string;
}

/** Image in the output of a call, as a data URL. */
export interface OpenAIInputImage {
  type: "input_image";
  image_url: string;
  detail: "auto";
}

/** File in the output of a call, as a data URL. */
export interface OpenAIInputFile {
  type: "input_file";
  filename: string;
  file_data: string;
}

/** Answer to one `function_call` item. */
export interface OpenAIFunctionCallOutput {
  type: "function_call_output";
  call_id: string;
  output: string | (OpenAIInputText | OpenAIInputImage | OpenAIInputFile)[];
}

/** Answer to one tool call of a chat. */
export interface OpenAIChatToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/** Piece of a user's chat message. */
export type OpenAIChatContent =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } }
  | { type: "file"; file: { filename: string; file_data: string } };

/** User message with content that tool messages cannot contain. */
export interface OpenAIChatUserMessage {
  role: "user";
  content: OpenAIChatContent[];
}

/** Input of `parseToolCalls`: a `Response` or its `output`, a `ChatCompletion` or one of its messages. */
export type OpenAIReply =
  | { readonly output: readonly { readonly type?: unknown }[] }
  | readonly { readonly type?: unknown }[]
  | { readonly choices: readonly { readonly message: object }[] }
  | { readonly role: "assistant"; readonly tool_calls?: readonly object[] | undefined };
