import type { ToolResult } from "../../../contract/index.js";
import { lostResult, type WireResult } from "../wire/index.js";

/** What the host does not know better: its own call, names and times stay with it. */
export function wireResult(result: ToolResult): WireResult {
  const { content, trackFiles, truncation } = result;
  const { repairs: _, ...metadata } = result.metadata ?? {};
  const more = {
    content,
    ...(trackFiles !== undefined && { trackFiles }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(truncation !== undefined && { truncation }),
  };
  if (result.status === "done") return { status: "done", ...more, result: result.result };
  if (result.status === "blocked-on-user") {
    const message = `The rules of the worker ask about this call to '${result.toolName}', and nobody can be asked there. It has not run; choose another way.`;
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

/** What a call is told that never ran: its host cancelled it, or its worker had to stop. */
export function notRun(workspace: string, why: "cancelled" | "lost" | undefined): WireResult {
  if (why !== "cancelled") {
    const because = `The worker of the workspace '${workspace}' was shut down.`;
    return lostResult({ workspace, started: false, because });
  }
  const message = "The call was cancelled before it started; nothing was done.";
  const error = { message, errorCode: "cancelled" };
  return { status: "cancelled", content: [{ type: "text", text: message }], error };
}

/** What a call that its worker had to end is told: it is not the host that cancelled it. */
export function stoppedResult(result: ToolResult, workspace: string): WireResult {
  if (result.status === "done") return wireResult(result);
  const because = `The worker of the workspace '${workspace}' had to stop while the call ran.`;
  return lostResult({ workspace, started: true, because, files: result.trackFiles ?? [] });
}
