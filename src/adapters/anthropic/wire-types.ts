import type { ObjectSchema } from "../json-schema/index.js";

/**
 * Messages API types that this adapter writes, declared structurally: the package works without the vendor's SDK. A test
 * checks that each is assignable to the SDK's own type.
 */

/** JSON Schema that the API accepts for tool input: the root is an object without unions. */
export type AnthropicInputSchema = ObjectSchema;

/** Prompt cache breakpoint. */
export interface AnthropicCacheControl {
  type: "ephemeral";
  ttl: "5m" | "1h";
}

/** The context from which a tool is called. */
export type AnthropicCaller =
  | "direct"
  | "code_execution_20250825"
  | "code_execution_20260120"
  | "code_execution_20260521";

/** Fields of every element of `tools`. */
export interface AnthropicToolFields {
  defer_loading?: boolean;
  cache_control?: AnthropicCacheControl;
  allowed_callers?: AnthropicCaller[];
  input_examples?: Record<string, unknown>[];
}

/** Element of `tools`. */
export interface AnthropicTool extends AnthropicToolFields {
  name: string;
  description?: string;
  input_schema: AnthropicInputSchema;
}

/** A tool that Anthropic defines and a client carries out. */
export type AnthropicNativeForm =
  | { type: "text_editor_20250728"; name: "str_replace_based_edit_tool"; max_characters?: number }
  | { type: "bash_20250124"; name: "bash" }
  | { type: "memory_20250818"; name: "memory" };

/** Element of `tools` for a tool that Anthropic defines. */
export type AnthropicNativeTool = AnthropicNativeForm & AnthropicToolFields;

/** Image formats that the API accepts. */
export type AnthropicImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** Piece of text. */
export interface AnthropicTextBlock {
  type: "text";
  text: string;
}

/** Image in base64. */
export interface AnthropicImageBlock {
  type: "image";
  source: { type: "base64"; media_type: AnthropicImageType; data: string };
}

/** PDF in base64. */
export interface AnthropicDocumentBlock {
  type: "document";
  source: { type: "base64"; media_type: "application/pdf"; data: string };
  title?: string;
}

/** Content of a tool result. */
export type AnthropicResultContent = AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock;

/** Answer to one `tool_use` block. */
export interface AnthropicToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  content: string | AnthropicResultContent[];
  is_error?: boolean;
}

/** User message that answers all tool calls of a turn. */
export interface AnthropicToolResultMessage {
  role: "user";
  content: (AnthropicToolResultBlock | AnthropicResultContent)[];
}

/** Part of an assistant message that `parseToolCalls` reads; the SDK's `Message` and its `content` are assignable. */
export type AnthropicReply =
  | { readonly content: string | readonly { readonly type: string }[] }
  | readonly { readonly type: string }[];
