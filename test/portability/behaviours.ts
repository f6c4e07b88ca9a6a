import type { Behaviour } from "./behaviour.js";
import { TOOL_BEHAVIOURS } from "./tool-calls.js";
import { WHOLE_FEATURES } from "./whole-features.js";
import { WINDOWS_BEHAVIOURS } from "./windows.js";

/** All behaviours, in the order of the table. */
export const BEHAVIOURS: readonly Behaviour[] = [
  ...TOOL_BEHAVIOURS,
  ...WHOLE_FEATURES,
  ...WINDOWS_BEHAVIOURS,
];
