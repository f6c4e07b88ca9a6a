import type { ObjectSchema } from "../json-schema/index.js";

/**
 * The shapes of the Messages API that this adapter writes, as plain types: the package works without the vendor's SDK.
 * A test checks that each is assignable to the SDK's own type.
 */

/** A JSON Schema as the API accepts it for tool input: the root is an object and no union. */
export type AnthropicInputSchema = ObjectSchema;

/** A prompt cache breakpoint. */
export interface AnthropicCacheControl {
  type: "ephemeral";
  ttl: "5m" | "1h";
}

/** One element of `tools`. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: AnthropicInputSchema;
  defer_loading?: boolean;
  cache_control?: AnthropicCacheControl;
}

/** The image formats that the API takes. */
export type AnthropicImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** A piece of text. */
export interface AnthropicTextBlock {
  type: "text";
  text: string;
}

/** An image, in base64. */
export interface AnthropicImageBlock {
  type: "image";
  source: { type: "base64"; media_type: AnthropicImageType; data: string };
}

/** A PDF, in base64. */
export interface AnthropicDocumentBlock {
  type: "document";
  source: { type: "base64"; media_type: "application/pdf"; data: string };
  title?: string;
}

/** What a tool result may hold. */
export type AnthropicResultContent = AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock;

/** The answer to one `tool_use` block. */
export interface AnthropicToolResultBlock {
  type: "tool_result";
  tool_use_id: string;
  content: string | AnthropicResultContent[];
  is_error?: boolean;
}

/** The one user message that answers all tool calls of a turn. */
export interface AnthropicToolResultMessage {
  role: "user";
  content: (AnthropicToolResultBlock | AnthropicResultContent)[];
}

/** What `parseToolCalls` reads of an assistant message; the SDK's `Message` and its `content` both fit. */
export type AnthropicReply =
  | { readonly content: string | readonly { readonly type: string }[] }
  | readonly { readonly type: string }[];
