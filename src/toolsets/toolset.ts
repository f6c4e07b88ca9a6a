import type { AnyTool } from "../contract/index.js";
import type { TruncationPreset } from "../truncation/index.js";

/** An agent's dialect: the tools under the names, schemas and output shapes that its model knows. */
export interface Toolset<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly name: string;
  readonly tools: Tools;
  /** What is shown of results that are too long, and in which words. Default: the runtime's. */
  readonly truncation?: TruncationPreset;
}
