import type { AnyTool } from "../contract/index.js";

/** An agent's dialect: the tools under the names, schemas and output shapes that its model knows. */
export interface Toolset<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly name: string;
  readonly tools: Tools;
}
