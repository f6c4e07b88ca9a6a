import type { AnyTool } from "../../contract/index.js";
import type { DescribeToolOptions } from "./describe-tool-options.js";

/** Returns whether a tool promises equal output for equal input and files: true unless the tool or its test states otherwise. */
export function isDeterministic(tool: AnyTool, { deterministic }: DescribeToolOptions): boolean {
  return deterministic ?? tool.metadata.deterministic !== false;
}
