import type { ToolCall, ToolResult } from "../contract/index.js";

/**
 * The calls of a turn with an id each of their own: what a batch needs. Models repeat ids, and a repeated id would be one call.
 */
export function withDistinctIds(calls: readonly ToolCall[]): readonly ToolCall[] {
  const taken = new Set(calls.map(({ id }) => id));
  const used = new Set<string>();
  return calls.map((call) => {
    if (!used.has(call.id)) {
      used.add(call.id);
      return call;
    }
    let number = 2;
    while (taken.has(`${call.id}#${number}`)) number += 1;
    const id = `${call.id}#${number}`;
    taken.add(id);
    used.add(id);
    return { ...call, id };
  });
}

/** A result under the id that the model gave its call. */
export function withCallId(result: ToolResult, callId: string): ToolResult {
  if (result.callId === callId) return result;
  return result.status === "blocked-on-user"
    ? { ...result, callId, approval: { ...result.approval, callId } }
    : { ...result, callId };
}

/** The answer to a call that is not carried out. */
export function refusedResult(
  call: ToolCall,
  { message, at }: { readonly message: string; readonly at: number },
): ToolResult {
  return {
    callId: call.id,
    toolName: call.name,
    requestedName: call.name,
    status: "error",
    content: [{ type: "text", text: message }],
    error: { message, errorCode: "tool-not-available" },
    timing: { queuedAt: at, endedAt: at, durationMs: 0 },
  };
}
