export { fieldsOf } from "./fields.js";
export { posixFiles } from "./posix-files.js";
export { readStat } from "./stat-line.js";
