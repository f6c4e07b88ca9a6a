export { callMethods } from "./call-methods.js";
export { CallRecords } from "./call-records.js";
