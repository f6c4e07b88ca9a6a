export { createSandbox, type EnteredCommand, type Sandbox } from "./create-sandbox.js";
export { type SandboxMode, type SandboxOptions, SHIELDED_NAMES } from "./sandbox-options.js";
