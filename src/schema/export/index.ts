export { lintPortability, type PortabilityWarning } from "./lint-portability.js";
export { toJsonSchema } from "./to-json-schema.js";
