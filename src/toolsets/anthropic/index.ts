export { type MemoryToolOptions, memoryTool } from "./memory.js";
export { type AnthropicTools, anthropicToolset } from "./toolset.js";
