import type { ToolResult } from "../contract/index.js";
import type { RunScope } from "./run-scope.js";
import { RunningCall } from "./running-call.js";
import type { WatchedCall } from "./watched-run.js";

/** Tells everybody who watches what came of a call, and gives it back. */
export function reportResult(
  result: ToolResult,
  { services, session, within }: RunScope,
  watched: WatchedCall | undefined,
): ToolResult {
  if (within !== undefined && result.trackFiles !== undefined) {
    RunningCall.trackWithin(within, result.trackFiles);
  }
  watched?.end(result);
  const { events, clock } = services;
  if (events.active) {
    const { callId, toolName } = result;
    events.emit({
      type: "tool-result",
      callId,
      toolName,
      sessionId: session.id,
      at: clock.now(),
      result,
    });
  }
  return result;
}
