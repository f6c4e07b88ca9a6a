import type { AnyTool } from "../../contract/index.js";
import type { DescribeToolOptions } from "./describe-tool-options.js";

/** Whether a tool promises equal output for equal input and files: always, unless it or its test says otherwise. */
export function isDeterministic(tool: AnyTool, { deterministic }: DescribeToolOptions): boolean {
  return deterministic ?? tool.metadata.deterministic !== false;
}
