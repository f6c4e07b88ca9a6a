export { checkAbort } from "./check-abort.js";
export { checkBadInputs } from "./check-bad-inputs.js";
export { checkDeterminism } from "./check-determinism.js";
export {
  checkForeignFiles,
  checkInput,
  checkLeftovers,
  checkPrinting,
  checkRequests,
  checkStableKeys,
  promisesNoRequests,
} from "./check-effects.js";
export { checkFacts } from "./check-facts.js";
export { checkJson } from "./check-json.js";
export { checkOutputLimits } from "./check-output-limits.js";
export { checkProvider, checkSchema } from "./check-portability.js";
export { checkReadOnly, readOnlyDeclaration } from "./check-read-only.js";
export { checkResourceKeys } from "./check-resource-keys.js";
export { checkSamples } from "./check-samples.js";
