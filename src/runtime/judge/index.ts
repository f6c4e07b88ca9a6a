export type { CallFacts } from "./call-facts.js";
export { gatherCallFacts } from "./gather-call-facts.js";
export { hasOtherCwds, judgeCall, locateOtherCwds, NO_OTHER_CWDS } from "./judge-call.js";
export { limitCommands } from "./limit-commands.js";
export { MovingNames, NO_PATH_EFFECTS, type PathEffects } from "./moving-names.js";
export { forgetCalls, type PastCall, pastCallsOf, rememberCall, repetitionAsk } from "./repeated-calls.js";
export { toolboxConfig, toolIdentity } from "./tool-identity.js";
