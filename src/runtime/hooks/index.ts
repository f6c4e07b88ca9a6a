export { answerWithHooks } from "./answer-with-hooks.js";
export { askHooks, type HookedCall } from "./ask-hooks.js";
export { withHookReport } from "./run-hook.js";
export { tellHooks } from "./tell-hooks.js";
