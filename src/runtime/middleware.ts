import type { AnyTool, PermissionDecision, ToolResult, ToolSession } from "../contract/index.js";
import type { PreparedCall } from "./prepare-call.js";
import type { WatchedCall } from "./watched-run.js";

/** What a middleware knows about the call that passes through it. */
export interface MiddlewareCall {
  readonly id: string;
  readonly tool: AnyTool;
  readonly requestedName: string;
  /** The canonical input, validated and preprocessed. */
  readonly input: unknown;
  readonly decision: PermissionDecision;
  readonly session: ToolSession;
}

/**
 * A layer around approval, run and truncation of every call that got as far as a permission decision.
 *
 * It may answer by itself, change the result it got from `next`, or wait. `next` may be called once. What it throws
 * becomes an `error` result of this call.
 *
 * @example
 * const timed: Middleware = async (call, next) => {
 *   const result = await next();
 *   console.log(call.tool.name, result.timing.durationMs);
 *   return result;
 * };
 */
export type Middleware = (call: MiddlewareCall, next: () => Promise<ToolResult>) => Promise<ToolResult>;

/** Takes a judged call through the layers of a runtime to its core. */
export function throughLayers(
  middleware: readonly Middleware[],
  { call, tool, input, decision, session }: PreparedCall,
  watched: WatchedCall | undefined,
  core: () => Promise<ToolResult>,
): Promise<ToolResult> {
  if (middleware.length === 0) return core();
  const seen = { id: call.id, tool, requestedName: call.name, input, decision, session };
  const layered = () => composeMiddleware(middleware, seen, core);
  return watched === undefined ? layered() : watched.around(layered);
}

/** Wraps `core` in the layers; the first is the outermost. A second `next()` of one layer rejects. */
export function composeMiddleware(
  layers: readonly Middleware[],
  call: MiddlewareCall,
  core: () => Promise<ToolResult>,
): Promise<ToolResult> {
  let entered = -1;
  const dispatch = async (depth: number): Promise<ToolResult> => {
    if (depth <= entered) throw new Error("A middleware called next() twice for one call.");
    entered = depth;
    const layer = layers[depth];
    return layer === undefined ? core() : layer(call, () => dispatch(depth + 1));
  };
  return dispatch(0);
}
