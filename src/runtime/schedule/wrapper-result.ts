import type { ContentPart, ToolCall, ToolResult } from "../../contract/index.js";

/**
 * Returns the one result of a wrapper call, from the results of its calls in order.
 *
 * Its status is that of its calls if all have the same one, `blocked-on-user` if one of them waits for an approval, and
 * `done` otherwise: the content states the status of each call. The approval is that of the first call that waits, so
 * that a host which knows nothing of wrappers can answer one after the other.
 */
export function wrapperResult({ id, name }: ToolCall, calls: readonly ToolResult[]): ToolResult {
  const [first] = calls;
  if (first === undefined) throw new RangeError("A wrapper call has at least one call.");
  const trackFiles = [...new Set(calls.flatMap(({ trackFiles = [] }) => trackFiles))];
  const base = {
    callId: id,
    toolName: name,
    requestedName: name,
    content: calls.flatMap(contentOf),
    calls,
    timing: timingOf(calls),
    ...(trackFiles.length > 0 && { trackFiles }),
  };
  const blocked = calls.find((call) => call.status === "blocked-on-user");
  if (blocked !== undefined) {
    return { ...base, status: blocked.status, error: blocked.error, approval: blocked.approval };
  }
  const isUniform = calls.every(({ status }) => status === first.status);
  if (isUniform && first.status !== "done" && first.status !== "blocked-on-user")
    return { ...base, status: first.status, error: first.error };
  return { ...base, status: "done", result: calls.map(({ result = null }) => result) };
}

function contentOf({ toolName, status, content }: ToolResult, index: number): ContentPart[] {
  return [{ type: "text", text: `## ${index + 1}. ${toolName} (${status})` }, ...content];
}

function timingOf(calls: readonly ToolResult[]): ToolResult["timing"] {
  const timings = calls.map(({ timing }) => timing);
  const started = timings.flatMap(({ startedAt }) => startedAt ?? []);
  const startedAt = started.length === 0 ? undefined : Math.min(...started);
  const endedAt = Math.max(...timings.map((timing) => timing.endedAt));
  return {
    queuedAt: Math.min(...timings.map(({ queuedAt }) => queuedAt)),
    ...(startedAt !== undefined && { startedAt }),
    endedAt,
    durationMs: startedAt === undefined ? 0 : Math.max(0, endedAt - startedAt),
  };
}
