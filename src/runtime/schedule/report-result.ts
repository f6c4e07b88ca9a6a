import type { ToolResult } from "../../contract/index.js";
import { RunningCall, type WatchedCall } from "../run/index.js";
import type { RunScope } from "../services/index.js";

/** Tells everybody who watches what came of a call, and gives it back. */
export function reportResult(
  result: ToolResult,
  { services, session, within }: RunScope,
  watched: WatchedCall | undefined,
): ToolResult {
  if (within !== undefined && result.trackFiles !== undefined) {
    RunningCall.trackWithin(within, result.trackFiles);
  }
  const listens = services.events.active || watched !== undefined;
  // A copy: whoever watches a call cannot change what its caller gets.
  const told = listens ? toldResult(result) : result;
  watched?.end(told);
  const { events, clock } = services;
  if (events.active) {
    const { callId, toolName } = result;
    events.emit({
      type: "tool-result",
      callId,
      toolName,
      sessionId: session.id,
      at: clock.now(),
      result: told,
    });
  }
  return result;
}

function toldResult(result: ToolResult): ToolResult {
  const copy = Object.assign({}, result, {
    content: result.content.map((part) => ({ ...part })),
    timing: { ...result.timing },
  });
  if (result.error !== undefined) Object.assign(copy, { error: { ...result.error } });
  if (result.trackFiles !== undefined) Object.assign(copy, { trackFiles: [...result.trackFiles] });
  return copy;
}
