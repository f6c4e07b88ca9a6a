import type { ToolResult } from "../../../contract/index.js";
import { wireResult } from "../../calls/worker/index.js";
import { lostResult, type WireResult } from "../wire/index.js";

/** Returns the result of a call that never ran, because its host cancelled it or its worker had to stop. */
export function notRun(workspace: string, why: "cancelled" | "lost" | undefined): WireResult {
  if (why !== "cancelled") {
    const because = `The worker of the workspace '${workspace}' was shut down.`;
    return lostResult({ workspace, started: false, because });
  }
  const message = "The call was cancelled before it started and did not run.";
  const error = { message, errorCode: "cancelled" };
  return { status: "cancelled", content: [{ type: "text", text: message }], error };
}

/** Returns the result of a call that its worker, not its host, had to end. */
export function stoppedResult(result: ToolResult, workspace: string): WireResult {
  if (result.status === "done") return wireResult(result);
  const because = `The worker of the workspace '${workspace}' had to stop while the call ran.`;
  return lostResult({ workspace, started: true, because, files: result.trackFiles ?? [] });
}
