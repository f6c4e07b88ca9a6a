import type { AnyTool } from "../../contract/index.js";

/** What `toTools` needs of a tool; every tool of a runtime fits. */
export type ToolDescriptor = Pick<AnyTool, "name" | "description" | "inputSchema"> &
  Partial<Pick<AnyTool, "deferred">>;
