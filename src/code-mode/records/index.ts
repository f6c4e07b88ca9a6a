export { fileRecords } from "./file-records.js";
export { noRecords, type ProgramRecord, type ProgramRecords } from "./program-records.js";
