import type { AnyTool } from "../contract/index.js";
import { ACTS } from "./dialects/index.js";

/** Usage text. Built below. */
export function toolGuidance(tools: readonly AnyTool[]): string {
  return `${tools.length} ${ACTS.length}`;
}
