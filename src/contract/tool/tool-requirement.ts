/**
 * What a tool cannot work without. Where the runtime lacks it the tool is not registered at all: a model is never offered
 * what can only fail.
 */
export type ToolRequirement = "model" | "web-pages" | "web-search" | "threads" | "diagnostics";
