import type { ToolResult } from "../../contract/index.js";
import { namedPaths } from "./named-paths.js";

/**
 * Adds a note to a result that some paths belong to an unfinished change, so the content that the model reads may be
 * partly old and partly new.
 */
export function withInterrupted(result: ToolResult, paths: ReadonlySet<string>): ToolResult {
  const text = `Note: a change that includes ${namedPaths([...paths])} has begun and has not ended: it is still running, or its process was killed. Some of its files may have their old content and others the new one. The next edit of one of these files completes the change first; read them again after that.`;
  return { ...result, content: [...result.content, { type: "text", text }] };
}
