/**
 * Gemini API types that this adapter writes, declared structurally: the package works without the vendor's SDK. A test
 * checks that each is assignable to the SDK's own type.
 */

/** Schema in the API's older format, a subset of OpenAPI 3.0. */
export interface GoogleSchema {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's type is its own enum, which accepts no plain string.
  type?: any;
  title?: string;
  description?: string;
  nullable?: boolean;
  enum?: string[];
  format?: string;
  pattern?: string;
  /** A 64-bit integer, which JSON represents as a string. */
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

/** Function of a tool; has at most one of the two parameter formats. */
export interface GoogleFunctionDeclaration {
  name: string;
  description?: string;
  parametersJsonSchema?: unknown;
  parameters?: GoogleSchema;
}

/** Element of `config.tools`. */
export interface GoogleTool {
  functionDeclarations: GoogleFunctionDeclaration[];
}

/** Image or file in base64. */
export interface GoogleInlineData {
  inlineData: { mimeType: string; data: string };
}

/** Answer to one function call. */
export interface GoogleFunctionResponse {
  /** Id of the call, if it had one. */
  id?: string;
  name: string;
  response: Record<string, unknown>;
  parts?: GoogleInlineData[];
}

/** Content that answers all function calls of a turn. */
export interface GoogleResultContent {
  role: "user";
  parts: ({ functionResponse: GoogleFunctionResponse } | { text: string } | GoogleInlineData)[];
}

/** Input of `parseToolCalls`: a response, a content or its parts. */
export type GoogleReply =
  | { readonly candidates?: readonly object[] | undefined; readonly functionCalls?: unknown }
  | { readonly role?: string | undefined; readonly parts?: readonly object[] | undefined }
  | readonly { readonly functionCall?: object | undefined }[];
