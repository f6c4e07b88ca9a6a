import type { AnyTool, ToolAlias } from "../contract/index.js";

/** Where a name that a model used leads. */
export type ToolResolution = FoundTool | UnknownTool;

/** The name leads to one tool. */
export interface FoundTool {
  readonly status: "found";
  readonly tool: AnyTool;
  readonly requestedName: string;
  readonly via: "name" | "alias" | "case-insensitive";
  /** Turns the parameters of the alias that was used into the tool's own. */
  readonly mapInput?: NonNullable<ToolAlias["mapInput"]>;
}

/** No tool has the name, or in another case more than one has. */
export interface UnknownTool {
  readonly status: "unknown";
  readonly requestedName: string;
  /** Up to three canonical names that come close, the closest first. */
  readonly nearest: readonly string[];
}
