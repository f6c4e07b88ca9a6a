import type { AnyTool, PermissionDecision, ToolResult, ToolSession } from "../../contract/index.js";

/** What a middleware knows about the call that passes through it. */
export interface MiddlewareCall {
  readonly id: string;
  readonly tool: AnyTool;
  readonly requestedName: string;
  /** A copy of the canonical input, validated and preprocessed; what runs was judged and cannot be changed here. */
  readonly input: unknown;
  readonly decision: PermissionDecision;
  readonly session: ToolSession;
}

/**
 * A function around approval, run and truncation of every call that got as far as a permission decision.
 *
 * It may answer by itself, change the result it got from `next`, or wait. `next` may be called once, and only until the
 * middleware has returned. What it throws, and what it returns that is not a result, becomes an `error` result of this call. The
 * ids, the names and the decision of a result are always those of the call. It has the time limit of the call (`timeoutMs`)
 * before `next` and again after it; when it answers while `next` is under way, the call is cancelled before the answer counts.
 *
 * @example
 * const timed: Middleware = async (call, next) => {
 *   const result = await next();
 *   console.log(call.tool.name, result.timing.durationMs);
 *   return result;
 * };
 */
export type Middleware = (call: MiddlewareCall, next: () => Promise<ToolResult>) => Promise<ToolResult>;
