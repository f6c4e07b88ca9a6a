export { CallRun } from "./call-run.js";
export { reportWrapper } from "./report-result.js";
export { wrapperResult } from "./wrapper-result.js";
