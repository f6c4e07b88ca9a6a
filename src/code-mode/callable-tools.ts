import type { AnyTool, ToolSession } from "../contract/index.js";
import type { ToolRuntime } from "../runtime/index.js";
import { type CallOutcome, failedOutcome } from "./program/index.js";

/** The tools that programs can call. */
export interface CallableTools {
  /** Returns the tools that a session can call at this moment. */
  list(session?: ToolSession): readonly AnyTool[];
  /** Returns the outcome of a call that a program must not make; `undefined` for any other call. */
  refuse(name: string): CallOutcome | undefined;
}

/**
 * Returns the tools of a runtime that programs can call.
 *
 * A name without a tool is refused as well: it could be that of a wrapper call (`multi_tool_use.parallel`), which names
 * other tools.
 */
export function callableTools(runtime: ToolRuntime, isCallable: (tool: AnyTool) => boolean): CallableTools {
  return {
    list: (session = runtime.defaultSession) => runtime.tools(isCallable, { session, deferred: "all" }),
    refuse(name) {
      const found = runtime.registry.resolve(name);
      if (found.status === "unknown") {
        const nearest = found.nearest.length === 0 ? "" : ` Did you mean ${found.nearest.join(", ")}?`;
        return failedOutcome(`There is no tool named '${name}'.${nearest}`, {
          code: "unknown-tool",
          status: "error",
        });
      }
      if (isCallable(found.tool)) return undefined;
      const message = `Programs cannot call '${name}'. Call it directly, outside a program.`;
      return failedOutcome(message, { code: "not-in-programs", status: "error" });
    },
  };
}
