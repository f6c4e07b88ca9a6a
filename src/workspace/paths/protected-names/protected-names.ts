import type { SensitiveName } from "../sensitive-name.js";
import { AGENT_NAMES } from "./agents.js";
import { EDITOR_NAMES } from "./editors.js";
import { INTERPRETER_NAMES } from "./interpreters.js";
import { PIPELINE_NAMES } from "./pipelines.js";
import { SHELL_NAMES } from "./shells.js";
import { TOOL_NAMES } from "./tools.js";
import { VERSION_CONTROL_NAMES } from "./version-control.js";

/** All protected paths with their sources. */
export const PROTECTED_NAMES: readonly SensitiveName[] = [
  ...VERSION_CONTROL_NAMES,
  ...EDITOR_NAMES,
  ...AGENT_NAMES,
  ...PIPELINE_NAMES,
  ...SHELL_NAMES,
  ...TOOL_NAMES,
  ...INTERPRETER_NAMES,
];
