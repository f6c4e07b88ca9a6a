/**
 * A requirement of a tool. If the runtime does not meet it, the tool is not registered, so that a model is
 * never offered a tool that can only fail.
 */
export type ToolRequirement = "model" | "web-pages" | "web-search" | "threads" | "diagnostics";
