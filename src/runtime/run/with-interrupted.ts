import type { ToolResult } from "../../contract/index.js";

/** Most paths that the note names. */
const MAX_NAMED_PATHS = 3;

/**
 * Adds a note to a result: some paths are part of a change that has begun and not ended, so that what the model reads of its files
 * may be partly old and partly new.
 */
export function withInterrupted(result: ToolResult, paths: ReadonlySet<string>): ToolResult {
  const named = [...paths].slice(0, MAX_NAMED_PATHS).map((path) => `'${path}'`);
  const rest = paths.size - named.length;
  const list = named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  const text = `Note: a change that includes ${list} has begun and has not ended: it is under way, or its process was killed. Some of its files may be as before it and others as after it. The next edit of one of them completes it first; read them again after that.`;
  return { ...result, content: [...result.content, { type: "text", text }] };
}
