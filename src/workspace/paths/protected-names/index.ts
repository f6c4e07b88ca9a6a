export { AGENT_NAMES } from "./agents.js";
export { EDITOR_NAMES } from "./editors.js";
export { INTERPRETER_NAMES } from "./interpreters.js";
export { PIPELINE_NAMES } from "./pipelines.js";
export { SHELL_NAMES } from "./shells.js";
export { TOOL_NAMES } from "./tools.js";
export { VERSION_CONTROL_NAMES } from "./version-control.js";
