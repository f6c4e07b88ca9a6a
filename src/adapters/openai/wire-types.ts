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
  allowed_callers?: OpenAICallers[];
}

/** The context from which a tool may be called: by the model, or by a program that it wrote. */
export type OpenAICallers = "direct" | "programmatic";

/** Element of `tools` for a tool that OpenAI defines, and for a custom tool. */
export type OpenAINativeTool =
  | { type: "apply_patch"; allowed_callers?: OpenAICallers[] }
  | { type: "shell"; environment: { type: "local" }; allowed_callers?: OpenAICallers[] }
  | { type: "local_shell" }
  | {
      type: "custom";
      name: string;
      description?: string;
      format?: { type: "grammar"; syntax: "lark" | "regex"; definition: string } | { type: "text" };
      allowed_callers?: OpenAICallers[];
    };

/** The context that made a call; its answer carries it back. */
export type OpenAICaller = { type: "direct" } | { type: "program"; caller_id: string };

/** The output of one command and its end. */
export interface OpenAIShellCallOutputContent {
  stdout: string;
  stderr: string;
  outcome: { type: "exit"; exit_code: number } | { type: "timeout" };
}

/** Answer to a call of a tool that OpenAI defines. */
export type OpenAINativeCallOutput =
  | {
      type: "apply_patch_call_output";
      call_id: string;
      status: "completed" | "failed";
      output: string;
      caller?: OpenAICaller;
    }
  | {
      type: "shell_call_output";
      call_id: string;
      output: OpenAIShellCallOutputContent[];
      max_output_length?: number;
      caller?: OpenAICaller;
    }
  | { type: "local_shell_call_output"; id: string; output: string };

/** Answer to one `custom_tool_call` item. */
export interface OpenAICustomToolCallOutput {
  type: "custom_tool_call_output";
  call_id: string;
  output: string | (OpenAIInputText | OpenAIInputImage | OpenAIInputFile)[];
  caller?: OpenAICaller;
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
  caller?: OpenAICaller;
}

/** Answer to one call in the Responses API. */
export type OpenAICallOutput = OpenAIFunctionCallOutput | OpenAICustomToolCallOutput | OpenAINativeCallOutput;

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
