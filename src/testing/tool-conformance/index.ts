export { describeTool } from "./describe-tool.js";
export type { ConformanceLimits, DescribeToolOptions, ToolSample } from "./describe-tool-options.js";
