import type { ToolCall, ToolResult } from "../../contract/index.js";

/**
 * Returns the calls of a turn with distinct ids: models repeat ids, and a repeated id would be treated as one call.
 */
export function withDistinctIds(calls: readonly ToolCall[]): readonly ToolCall[] {
  const taken = new Set(calls.map(({ id }) => id));
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  return calls.map((call) => {
    if (!used.has(call.id)) {
      used.add(call.id);
      return call;
    }
    let number = numbers.get(call.id) ?? 2;
    while (taken.has(`${call.id}#${number}`)) number += 1;
    numbers.set(call.id, number + 1);
    const id = `${call.id}#${number}`;
    taken.add(id);
    used.add(id);
    return { ...call, id };
  });
}

/** Returns the result of a call that is not carried out. */
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
