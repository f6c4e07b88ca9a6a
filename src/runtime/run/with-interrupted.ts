import type { ToolResult } from "../../contract/index.js";

/** Maximum number of paths that the note names. */
const MAX_NAMED_PATHS = 3;

/**
 * Adds a note to a result that some paths belong to an unfinished change, so the content that the model reads may be
 * partly old and partly new.
 */
export function withInterrupted(result: ToolResult, paths: ReadonlySet<string>): ToolResult {
  const named = [...paths].slice(0, MAX_NAMED_PATHS).map((path) => `'${path}'`);
  const rest = paths.size - named.length;
  const list = named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  const text = `Note: a change that includes ${list} has begun and has not ended: it is still running, or its process was killed. Some of its files may have their old content and others the new one. The next edit of one of these files completes the change first; read them again after that.`;
  return { ...result, content: [...result.content, { type: "text", text }] };
}
