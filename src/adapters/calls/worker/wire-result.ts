import type { ToolResult } from "../../../contract/index.js";
import type { WireResult } from "../wire/index.js";

/** Selects the part of a result that the host does not know itself: the host keeps its own call, names and times. */
export function wireResult(result: ToolResult): WireResult {
  const { content, trackFiles, truncation } = result;
  const { repairs: _, ...metadata } = result.metadata ?? {};
  const more = {
    content,
    trackFiles,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(truncation !== undefined && { truncation }),
  };
  if (result.status === "done") return { status: "done", ...more, result: result.result };
  if (result.status === "blocked-on-user") {
    const message = `The rules of the worker ask about this call to '${result.toolName}', and no approver is available there. It has not run; use another approach.`;
    const error = { message, errorCode: "permission-denied" };
    return { status: "rejected-by-user", error, content: [{ type: "text", text: message }] };
  }
  return {
    status: result.status,
    error: result.error,
    ...more,
    ...(result.result !== undefined && { result: result.result }),
  };
}
