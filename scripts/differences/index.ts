import type { ToolsetName } from "../../src/toolsets/index.js";
import { ampDifferences } from "./amp.js";
import { claudeCodeDifferences } from "./claude-code.js";
import type { Difference } from "./difference.js";
import { opencodeDifferences } from "./opencode.js";

export type { Difference } from "./difference.js";

/** The differences of the toolsets that follow a specification; each page shows its own. */
export const DIFFERENCES: Partial<Readonly<Record<ToolsetName, readonly Difference[]>>> = {
  amp: ampDifferences,
  "claude-code": claudeCodeDifferences,
  opencode: opencodeDifferences,
};
