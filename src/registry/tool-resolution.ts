import type { AnyTool, ToolAlias } from "../contract/index.js";

/** The result of looking up a name from a model. */
export type ToolResolution = FoundTool | UnknownTool;

/** A name that matches one tool. */
export interface FoundTool {
  readonly status: "found";
  readonly tool: AnyTool;
  readonly requestedName: string;
  readonly via: "name" | "alias" | "case-insensitive";
  /** Converts the parameters of the used alias to the parameters of the tool. */
  readonly mapInput?: NonNullable<ToolAlias["mapInput"]> | undefined;
}

/** A name that matches no tool, or more than one tool in another case. */
export interface UnknownTool {
  readonly status: "unknown";
  readonly requestedName: string;
  /** Up to three similar canonical names, the closest first. */
  readonly nearest: readonly string[];
}
