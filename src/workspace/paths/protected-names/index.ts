export { PROTECTED_NAMES } from "./protected-names.js";
