import type { GoogleFunctionResponse, GoogleInlineData, GoogleTool } from "./wire-types.js";

/** A piece of a content. */
export type GooglePart =
  | { text: string }
  | GoogleInlineData
  | { functionCall: { id?: string; name: string; args: Record<string, unknown> } }
  | { functionResponse: GoogleFunctionResponse };

/** One turn of a conversation. */
export interface GoogleContent {
  role: "user" | "model";
  parts: GooglePart[];
}

/** The request that `googleModel` makes. */
export interface GoogleRequest {
  model: string;
  contents: GoogleContent[];
  config: {
    systemInstruction?: string;
    tools?: GoogleTool[];
    maxOutputTokens?: number;
    abortSignal: AbortSignal;
  };
}

/** What `googleModel` reads of a response. */
export interface GoogleModelReply {
  readonly candidates?: readonly { readonly content?: object; readonly finishReason?: string }[] | undefined;
  readonly promptFeedback?: { readonly blockReason?: string | undefined } | undefined;
  readonly usageMetadata?: object | undefined;
}

/** A client of the Gemini API as far as `googleModel` needs it; the SDK's fits. */
export interface GoogleClient {
  readonly models: { generateContent(request: GoogleRequest): PromiseLike<GoogleModelReply> };
}
