import type { AnyTool } from "../../contract/index.js";

/** Part of a tool that `toTools` uses; every tool of a runtime is assignable. */
export type ToolDescriptor = Pick<AnyTool, "name" | "description" | "inputSchema"> &
  Partial<Pick<AnyTool, "deferred" | "native">>;
