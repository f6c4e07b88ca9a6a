import type { ToolResult } from "../../contract/index.js";
import { withinCeiling } from "../output/index.js";
import type { PreparedCall } from "../prepare/index.js";
import { type CallScope, RunningCall } from "../run/index.js";
import type { RunScope, RuntimeServices } from "../services/index.js";
import { canonicalJson } from "../values/index.js";

/**
 * Reports the result of a call to all listeners and returns it. A result that did not pass the truncation stage is
 * truncated to the ceiling first.
 */
export function reportResult(given: ToolResult, { services, run, watched }: CallScope): ToolResult {
  const { within } = run;
  const result = passedTruncation(given, services) ? given : withinCeiling(given);
  if (within !== undefined && result.trackFiles !== undefined) {
    RunningCall.trackWithin(within, result.trackFiles);
  }
  const listens = services.events.active || watched.observed !== undefined;
  // A copy: a listener cannot change the result that the caller gets.
  const told = listens ? toldResult(result) : result;
  watched.end(told);
  emitResult(told, run);
  return result;
}

/** Reports the result of a wrapper call, whose calls have been reported, to the listeners of events. */
export function reportWrapper(result: ToolResult, run: RunScope): void {
  if (run.services.events.active) emitResult(toldResult(result), run);
}

function emitResult(result: ToolResult, { services, session }: RunScope): void {
  const { events, clock } = services;
  if (!events.active) return;
  const { callId, toolName } = result;
  events.emit({ type: "tool-result", callId, toolName, sessionId: session.id, at: clock.now(), result });
}

/** Returns whether the truncation stage made the content of a result, and no code of the host changed it since. */
function passedTruncation({ status }: ToolResult, services: RuntimeServices): boolean {
  const { executor, localExecutor, middleware, hooks } = services;
  if (middleware.length > 0 || hooks.length > 0) return false;
  return status === "done" && executor === localExecutor;
}

function toldResult(result: ToolResult): ToolResult {
  const copy = Object.assign({}, result, {
    content: result.content.map((part) => ({ ...part })),
    timing: { ...result.timing },
  });
  if (result.error !== undefined) Object.assign(copy, { error: { ...result.error } });
  if (result.trackFiles !== undefined) Object.assign(copy, { trackFiles: [...result.trackFiles] });
  if (result.calls !== undefined) Object.assign(copy, { calls: result.calls.map(toldResult) });
  return copy;
}

/** Maximum length of an edited input that the model reads, in UTF-16 code units. */
const MAX_SHOWN_INPUT = 2_000;

/**
 * Adds the changed input to the result of a call whose input the approver or a hook changed: the model must know
 * which input ran.
 */
export function inputTold(result: ToolResult, { input, edited, hooked }: PreparedCall): ToolResult {
  if (edited !== true && hooked?.rewritten === undefined) return result;
  const text = canonicalJson(input);
  const shown = text.length > MAX_SHOWN_INPUT ? `${text.slice(0, MAX_SHOWN_INPUT)}...` : text;
  const by = edited === true ? "The user" : "A hook";
  const notice = `${by} changed the input before this call ran. It ran with: ${shown}`;
  return {
    ...result,
    content: [{ type: "text", text: notice }, ...result.content],
    metadata: { ...result.metadata, editedInput: input },
  };
}
