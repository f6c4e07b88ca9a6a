export { fieldsOf } from "./fields.js";
export { posixFiles } from "./posix-files.js";
