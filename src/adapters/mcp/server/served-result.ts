import type { AnyTool, ContentPart, ToolResult } from "../../../contract/index.js";
import { hasStructuredOutput } from "./served-tool.js";

/** Piece of a result, in the form of the protocol. */
export type ServedContent =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource"; resource: { uri: string; mimeType: string; blob: string } };

/** Result of a call, in the form of the protocol. */
export interface ServedResult {
  content: ServedContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Converts a result for clients. Every status but `done` is an error, with the text for the model; tools that declare an
 * output schema also get the structured form.
 *
 * @param unanswered - why the user could not answer the question about the call, as the second half of a sentence
 */
export function servedResult(
  result: ToolResult,
  tool: AnyTool | undefined,
  unanswered = "the user was not asked",
): ServedResult {
  // The result for a host says that the answer will follow. A client gets one result for each call.
  if (result.status === "blocked-on-user") {
    const text = `The call to '${result.requestedName}' needs the user's approval and has not run: ${unanswered}. The host of the server can allow such calls by a rule.`;
    return { content: [{ type: "text", text }], isError: true };
  }
  const content = result.content.map(servedContent);
  if (result.status !== "done") return { content, isError: true };
  return {
    content,
    ...(hasStructuredOutput(tool?.outputSchema) && {
      structuredContent: result.result as Record<string, unknown>,
    }),
  };
}

function servedContent(part: ContentPart, index: number): ServedContent {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "json":
      return { type: "text", text: JSON.stringify(part.value) };
    case "image":
      return { type: "image", data: part.data, mimeType: part.mediaType };
    case "file": {
      const { mediaType: mimeType, data, name = `file-${index + 1}` } = part;
      if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
      return {
        type: "resource",
        resource: { uri: `collet:///${encodeURIComponent(name)}`, mimeType, blob: data },
      };
    }
  }
}
