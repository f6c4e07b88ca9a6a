import type { ToolResult } from "../../contract/index.js";
import { namedPaths } from "./named-paths.js";

/**
 * Adds a note to a result: some paths are part of a change that has begun and not ended, so that what the model reads of its files
 * may be partly old and partly new.
 */
export function withInterrupted(result: ToolResult, paths: ReadonlySet<string>): ToolResult {
  const text = `Note: a change that includes ${namedPaths([...paths])} has begun and has not ended: it is under way, or its process was killed. Some of its files may be as before it and others as after it. The next edit of one of them completes it first; read them again after that.`;
  return { ...result, content: [...result.content, { type: "text", text }] };
}
