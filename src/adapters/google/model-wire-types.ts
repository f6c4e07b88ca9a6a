import type { GoogleFunctionResponse, GoogleInlineData, GoogleTool } from "./wire-types.js";

/** Piece of a content. */
export type GooglePart =
  | { text: string }
  | GoogleInlineData
  | { functionCall: { id?: string; name: string; args: Record<string, unknown> } }
  | { functionResponse: GoogleFunctionResponse };

/** Turn of a conversation. */
export interface GoogleContent {
  role: "user" | "model";
  parts: GooglePart[];
}

/** Request that `googleModel` sends. */
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

/** Part of a response that `googleModel` reads. */
export interface GoogleModelReply {
  readonly candidates?: readonly { readonly content?: object; readonly finishReason?: string }[] | undefined;
  readonly promptFeedback?: { readonly blockReason?: string | undefined } | undefined;
  readonly usageMetadata?: object | undefined;
}

/** Part of a Gemini API client that `googleModel` uses; the SDK's client is assignable. */
export interface GoogleClient {
  readonly models: {
    generateContent(request: GoogleRequest): PromiseLike<GoogleModelReply>;
    /** Streams a reply; without it, a reply is not streamed. */
    generateContentStream?(request: GoogleRequest): PromiseLike<AsyncIterable<GoogleModelReply>>;
  };
}
