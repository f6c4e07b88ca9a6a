import type { ToolsetName } from "../../src/toolsets/index.js";
import { ampDifferences } from "./amp.js";
import { claudeCodeDifferences } from "./claude-code.js";
import { codexDifferences } from "./codex.js";
import type { Difference } from "./difference.js";
import { geminiCliDifferences } from "./gemini-cli.js";
import { opencodeDifferences } from "./opencode.js";

export type { Difference } from "./difference.js";

/** The differences of each toolset from the specification of its product, or from its published version; each page shows its own. */
export const DIFFERENCES: Partial<Readonly<Record<ToolsetName, readonly Difference[]>>> = {
  amp: ampDifferences,
  "claude-code": claudeCodeDifferences,
  codex: codexDifferences,
  "gemini-cli": geminiCliDifferences,
  opencode: opencodeDifferences,
};
