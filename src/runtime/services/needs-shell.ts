import type { AnyTool } from "../../contract/index.js";

/** Returns whether a tool requires a shell. */
export function needsShell({ requires = [] }: Pick<AnyTool, "requires">): boolean {
  return requires.includes("shell");
}
