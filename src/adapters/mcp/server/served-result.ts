import type { AnyTool, ContentPart, ToolResult } from "../../../contract/index.js";
import { hasStructuredOutput } from "./served-tool.js";

/** One piece of a result as the protocol has it. */
export type ServedContent =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource"; resource: { uri: string; mimeType: string; blob: string } };

/** The result of a call as the protocol has it. */
export interface ServedResult {
  content: ServedContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** Said of a call that needs a yes that nobody can give. */
const NOBODY_ASKED =
  "This call needs an approval, and nobody could be asked: the client has no elicitation. The host of the server can allow it by a rule.";

/**
 * Writes a result down for clients. Everything but a call that is done is an error, in the words that a model is told;
 * the structured form is there for tools that declare one.
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
