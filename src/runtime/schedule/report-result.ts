import type { ToolResult } from "../../contract/index.js";
import { withinCeiling } from "../output/index.js";
import { type CallScope, RunningCall } from "../run/index.js";
import type { RuntimeServices } from "../services/index.js";

/**
 * Reports the result of a call to all listeners and returns it. A result that did not pass the truncation stage is
 * truncated to the ceiling first.
 */
export function reportResult(given: ToolResult, { services, run, watched }: CallScope): ToolResult {
  const { session, within } = run;
  const result = passedTruncation(given, services) ? given : withinCeiling(given);
  if (within !== undefined && result.trackFiles !== undefined) {
    RunningCall.trackWithin(within, result.trackFiles);
  }
  const listens = services.events.active || watched.observed !== undefined;
  // A copy: a listener cannot change the result that the caller gets.
  const told = listens ? toldResult(result) : result;
  watched.end(told);
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

/** Returns whether the truncation stage made the content of a result, and no code of the host changed it since. */
function passedTruncation({ status }: ToolResult, services: RuntimeServices): boolean {
  const { executor, localExecutor, middleware } = services;
  return status === "done" && executor === localExecutor && middleware.length === 0;
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
