import type { PausedCall, ToolResult } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import { baseFields, type ResultBase } from "./call-result.js";
import { canonicalJsonPieces } from "./canonical-json.js";

/** A result of a call whose tool waits for the approval of calls that it made. */
export type PausedResult = Extract<ToolResult, { readonly status: "blocked-on-user" }> & {
  readonly paused: NonNullable<Extract<ToolResult, { readonly status: "blocked-on-user" }>["paused"]>;
};

/** Returns whether a result is that of a paused call. */
export function isPaused(result: ToolResult): result is PausedResult {
  return result.status === "blocked-on-user" && result.paused !== undefined;
}

/**
 * Returns the result of a paused call; its digest is added by {@link pauseText} when the call ends. Returns `undefined`
 * if no call of the pause waits, which is a mistake of the tool.
 */
export function pausedResult(base: ResultBase, { calls, state }: PausedCall): ToolResult | undefined {
  const waiting = calls.filter(({ status }) => status === "blocked-on-user");
  const [first] = waiting;
  if (first?.status !== "blocked-on-user") return undefined;
  const names = [...new Set(waiting.map(({ toolName }) => `'${toolName}'`))].join(", ");
  const message = `The call to '${base.toolName}' waits for the user's approval of ${counted(waiting.length, "call")} that it made (${names}). Its result will follow once the user has decided.`;
  return {
    ...baseFields(base),
    status: "blocked-on-user",
    error: { message, errorCode: "blocked-on-user" },
    approval: first.approval,
    content: [{ type: "text", text: message }],
    calls: waiting,
    paused: { input: base.call.input, state, digest: "" },
  };
}

/** Returns the text, in pieces, that the digest of a paused call is computed from: everything that `resume` reads of its result. */
export function pauseText({
  callId,
  toolName,
  requestedName,
  calls,
  paused,
}: PausedResult): Promise<readonly string[]> {
  const { input, state } = paused;
  return canonicalJsonPieces({ paused: { callId, toolName, requestedName, input, state, calls } });
}

/** Returns a result with the pause of another result of the same call, which code of the host has read and returned. */
export function withPause(result: ToolResult, from: ToolResult | undefined): ToolResult {
  if (result.status !== "blocked-on-user" || from === undefined || !isPaused(from)) return result;
  const { calls, paused } = from;
  return { ...result, ...(calls !== undefined && { calls }), paused };
}
