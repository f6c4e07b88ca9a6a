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

/** Message for a call that needs an approval that no client can provide. */
const NOBODY_ASKED =
  "This call needs an approval, and the client cannot ask for one: it does not support elicitation. The host of the server can allow it by a rule.";

/**
 * Converts a result for clients. Every status but `done` is an error, with the text for the model; tools that declare an
 * output schema also get the structured form.
 */
export function servedResult(result: ToolResult, tool: AnyTool | undefined): ServedResult {
  const content = result.content.map(servedContent);
  if (result.status !== "done") {
    const remedy = result.status === "blocked-on-user" ? [{ type: "text" as const, text: NOBODY_ASKED }] : [];
    return { content: [...content, ...remedy], isError: true };
  }
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
