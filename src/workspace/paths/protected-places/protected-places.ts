import type { SensitivePlace } from "../sensitive-place.js";
import { AGENT_PLACES } from "./agents.js";
import { EDITOR_PLACES } from "./editors.js";
import { PIPELINE_PLACES } from "./pipelines.js";
import { SHELL_PLACES } from "./shells.js";
import { TOOL_PLACES } from "./tools.js";
import { VERSION_CONTROL_PLACES } from "./version-control.js";

/** All protected paths with their sources. */
export const PROTECTED_PLACES: readonly SensitivePlace[] = [
  ...VERSION_CONTROL_PLACES,
  ...EDITOR_PLACES,
  ...AGENT_PLACES,
  ...PIPELINE_PLACES,
  ...SHELL_PLACES,
  ...TOOL_PLACES,
];
