export { createToolTester } from "./create-tool-tester.js";
export type { OtherCall, TestCallOptions, ToolTester, ToolTesterOptions } from "./tool-tester.js";
