export { createSandbox, type EnteredCommand, type Sandbox } from "./create-sandbox.js";
export { createUnaskedSandbox, hiddenPaths, type UnaskedSandbox } from "./create-unasked-sandbox.js";
export type { SandboxMode, SandboxOptions } from "./sandbox-options.js";
export { checkUnaskedOptions, type UnaskedOptions } from "./unasked-options.js";
