export { READABLE_NAMES } from "./readable-names.js";
export { SECRET_NAMES } from "./secret-names.js";
