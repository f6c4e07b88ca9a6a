import type { AnyTool, PermissionDecision, ToolResult, ToolSession } from "../../contract/index.js";

/** The call that passes through a middleware. */
export interface MiddlewareCall {
  /** The id of the call. */
  readonly id: string;
  /** The tool of the call. */
  readonly tool: AnyTool;
  /** The name that the model sent. */
  readonly requestedName: string;
  /** A copy of the canonical input, validated and preprocessed. Changes to it have no effect on the call. */
  readonly input: unknown;
  /** The verdict about the call and its source. */
  readonly decision: PermissionDecision;
  /** The session of the call. */
  readonly session: ToolSession;
}

/**
 * A function around approval, run and truncation of every call that reached a permission decision.
 *
 * It may answer without calling `next`, change the result of `next`, or wait. `next` may be called once, and only
 * until the middleware has returned. An error that it throws, or a returned value that is not a result, becomes an
 * `error` result of this call. The ids, names and decision of a result are always those of the call. It has the time
 * limit of the call (`timeoutMs`) before `next` and again after it. If it answers while `next` is still running, the
 * call is cancelled before the answer counts.
 *
 * @example
 * const timed: Middleware = async (call, next) => {
 *   const result = await next();
 *   console.log(call.tool.name, result.timing.durationMs);
 *   return result;
 * };
 */
export type Middleware = (call: MiddlewareCall, next: () => Promise<ToolResult>) => Promise<ToolResult>;
