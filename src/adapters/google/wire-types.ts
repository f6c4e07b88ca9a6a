/**
 * The shapes of the Gemini API that this adapter writes, as plain types: the package works without the vendor's SDK. A
 * test checks that each is assignable to the SDK's own type.
 */

/** A schema in the API's older format, a piece of OpenAPI 3.0. */
export interface GoogleSchema {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's type is an enum of its own, which takes no plain string.
  type?: any;
  title?: string;
  description?: string;
  nullable?: boolean;
  enum?: string[];
  format?: string;
  pattern?: string;
  /** Counts are 64-bit integers, which JSON writes as strings. */
  minLength?: string;
  maxLength?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, GoogleSchema>;
  required?: string[];
  minProperties?: string;
  maxProperties?: string;
  items?: GoogleSchema;
  minItems?: string;
  maxItems?: string;
  anyOf?: GoogleSchema[];
}

/** One function of a tool; at most one of the two formats of parameters. */
export interface GoogleFunctionDeclaration {
  name: string;
  description?: string;
  parametersJsonSchema?: unknown;
  parameters?: GoogleSchema;
}

/** One element of `config.tools`. */
export interface GoogleTool {
  functionDeclarations: GoogleFunctionDeclaration[];
}

/** An image or a file, in base64. */
export interface GoogleInlineData {
  inlineData: { mimeType: string; data: string };
}

/** The answer to one function call. */
export interface GoogleFunctionResponse {
  /** That of the call, where it had one. */
  id?: string;
  name: string;
  response: Record<string, unknown>;
  parts?: GoogleInlineData[];
}

/** The one content that answers all function calls of a turn. */
export interface GoogleResultContent {
  role: "user";
  parts: ({ functionResponse: GoogleFunctionResponse } | { text: string } | GoogleInlineData)[];
}

/** What `parseToolCalls` reads: a response, a content or its parts. */
export type GoogleReply =
  | { readonly candidates?: readonly object[] | undefined; readonly functionCalls?: unknown }
  | { readonly role?: string | undefined; readonly parts?: readonly object[] | undefined }
  | readonly { readonly functionCall?: object | undefined }[];
